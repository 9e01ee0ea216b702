import { msg } from '@lingui/core/macro'
import type { WarehouseSite } from '@sync/gen/tables'
import type { ListSpec } from '@/kit/list/defineList'

export const sitesList = (edit: ((site: WarehouseSite) => void) | undefined): ListSpec<WarehouseSite> => ({
  name: 'warehouses',
  title: msg`Warehouses`,
  columns: [
    { key: 'id', label: msg`Code`, width: 90 },
    { key: 'name', label: msg`Name`, width: 200 },
    { key: 'city', label: msg`City`, width: 150, value: (s) => [s.address.city, s.address.state].filter(Boolean).join(', ') },
    { key: 'zone', label: msg`Time zone`, width: 170, value: (s) => s.zone.replaceAll('_', ' ') },
    { key: 'count', label: msg`Number of doors`, as: 'number', width: 130, value: (s) => s.doors.length },
    { key: 'doors', label: msg`Doors`, as: 'list', width: 260 },
    { key: 'contact', label: msg`Contact`, width: 140, hidden: true },
    { key: 'phone', label: msg`Phone`, width: 140, hidden: true },
  ],
  sort: [{ id: 'id' }],
  actions: edit ? [{ label: msg`Change`, icon: 'pen', main: true, run: edit }] : [],
  empty: msg`No warehouse yet.`,
})
