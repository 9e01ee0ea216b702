import { msg } from '@lingui/core/macro'
import type { RoutingDepot, RoutingDepotReq } from '@sync/gen/api'

import { defineForm } from '@/kit/form/defineForm'
import { choiceOf } from '@/kit/form/inputs'
import { resource } from '@/kit/resource/resource'
import { useSiteChoices } from '@/warehouse/public'

/** Places where the organisation's own trucks stand. */
export const depots = resource<RoutingDepot, RoutingDepotReq>({
  title: msg`Depots`,
  list: 'Fleet/Depots',
  id: (d) => d.DepotId,
  called: (d) => d.Code,
  write: 'manage-fleet',
  columns: [
    { key: 'Code', label: msg`Depot`, as: 'identifier', phone: true },
    { key: 'Name', label: msg`Name`, phone: true },
    { key: 'City', label: msg`City` },
    { key: 'State', label: msg`State` },
    { key: 'Zip', label: msg`ZIP`, as: 'identifier' },
    { key: 'Phone', label: msg`Phone` },
    { key: 'Hours', label: msg`Hours` },
    { key: 'Warehouse', label: msg`Warehouse` },
  ],
  filters: ['State', 'Warehouse'],
  empty: msg`No depots yet. Add the places where your own trucks stand.`,
  form: defineForm<RoutingDepotReq, RoutingDepot>('Fleet/SaveDepot', {
    title: msg`Depot`,
    fields: {
      Code: { row: 1 },
      Name: { row: 1 },
      Street: {},
      City: { row: 2 },
      State: { row: 2 },
      Zip: { row: 2 },
      Phone: { row: 3 },
      Hours: { row: 3 },
      Warehouse: { input: choiceOf(useSiteChoices), hint: msg`Empty: seen by users of all warehouses only` },
    },
  }),
  end: 'Fleet/EndDepot',
  restore: 'Fleet/RestoreDepot',
})
