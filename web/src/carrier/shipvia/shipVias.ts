import { msg } from '@lingui/core/macro'
import type { CarrierShipVia, CarrierShipViaReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { resource } from '@/kit/resource/resource'
import { CarrierChoice, ServicesChoice } from '@/shipment/public'

/** What order files write for a way to ship, and what it stands for. */
export const shipVias = resource<CarrierShipVia, CarrierShipViaReq>({
  title: msg`Map ship-via`,
  list: 'Supplemental/GetShipViaCodeDetails',
  id: (m) => m.MapId,
  called: (m) => m.ShipVia,
  write: 'manage-carriers',
  columns: [
    { key: 'ShipVia', label: msg`Ship-via`, phone: true },
    { key: 'Carrier', label: msg`Carrier`, as: 'identifier', phone: true },
    { key: 'Services', label: msg`Services`, value: (m) => m.Services.join(', '), phone: true },
    { key: 'Note', label: msg`Note` },
  ],
  filters: ['Carrier'],
  empty: msg`No ship-via codes are mapped. Without a mapping, the text is taken as the carrier's SCAC.`,
  form: defineForm<CarrierShipViaReq, CarrierShipVia>('Supplemental/ShipViaCodeUpdation', {
    title: msg`Ship-via`,
    fields: {
      ShipVia: { label: msg`Ship-via in the order file`, hint: msg`Capitals, spaces and dashes make no difference` },
      Carrier: { input: CarrierChoice },
      Services: { label: msg`Services`, input: ServicesChoice, hint: msg`Requested when a load is built without others` },
      Note: {},
    },
  }),
  end: 'Carriers/EndShipVia',
  restore: 'Carriers/RestoreShipVia',
})
