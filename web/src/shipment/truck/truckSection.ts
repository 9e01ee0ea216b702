import { msg } from '@lingui/core/macro'
import type { ShipmentTruckRules } from '@sync/gen/api'
import { Count } from '@/kit/form/inputs'
import { section } from '@/kit/settings/section'

/** How the organization puts several shipments on one truck. */
export const truckSection = section<ShipmentTruckRules>('Shipment/InsertOrUpdateClientTruckConfiguration', {
  key: 'trucks',
  title: msg`Truck consolidation`,
  meaning: msg`Whether several shipments share a truck, and what goes with it.`,
  fields: {
    enabled: { label: msg`Several shipments may go on one truck` },
    bol: { label: msg`Bills of lading are among a truck's papers` },
    packingList: { label: msg`Packing lists are among a truck's papers` },
    warehouseAddressForChild: {
      label: msg`What goes on a truck names the warehouse as its sender`,
      hint: msg`Of shipments that are put on one from now on. One that is taken off has its own sender again.`,
    },
    maxPallets: { label: msg`Pallets on a truck`, input: Count, hint: msg`0 is 26, the floor of a 53-foot trailer`, row: 1 },
    maxPounds: { label: msg`Pounds on a truck`, input: Count, hint: msg`0 is 44,000`, row: 1 },
  },
})
