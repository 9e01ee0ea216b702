import { msg } from '@lingui/core/macro'
import type { DockUsage } from '@sync/gen/api'
import { defineList } from '@/kit/list/defineList'

/** The chart's own numbers, and all of them. */
export const usageList = defineList<DockUsage>({
  name: 'dock-usage',
  title: msg`Usage`,
  id: (u) => `${u.warehouse} ${u.day} ${u.userId}`,
  columns: [
    { key: 'day', label: msg`Day`, as: 'day', width: 150, phone: true },
    { key: 'warehouse', label: msg`Warehouse`, width: 100 },
    { key: 'userName', label: msg`Person`, width: 150 },
    { key: 'scans', label: msg`Pallets scanned`, as: 'number', width: 130 },
    { key: 'loads', label: msg`Trailers closed`, as: 'number', width: 125 },
    { key: 'signatures', label: msg`Signatures`, as: 'number', width: 100 },
    { key: 'exceptions', label: msg`Exceptions`, as: 'number', width: 100 },
    { key: 'photos', label: msg`Photos`, as: 'number', width: 90 },
  ],
  filters: ['warehouse', 'userName', 'day'],
  sort: [{ id: 'day', desc: true }, { id: 'warehouse' }, { id: 'userName' }],
  empty: msg`No dock work in these days.`,
})
