import { msg } from '@lingui/core/macro'
import type { PackingPlan } from '@sync/gen/tables'
import { defineList } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { kindWords, planStates } from './words'

/** Plans, the latest first. */
export const planList = (text: (w: Words) => string) =>
  defineList<PackingPlan>({
    name: 'packing-plans',
    title: msg`Review packing`,
    entity: 'packing_plan',
    columns: [
      {
        key: 'orderNumber',
        label: msg`Order`,
        as: 'identifier',
        width: 130,
        link: (p) => ({ page: 'ReviewPacking', search: { plan: p.id } }),
      },
      {
        key: 'state',
        label: msg`State`,
        width: 130,
        value: (p) => text(planStates[p.state].label),
        cell: (p) => <StatusBadge {...planStates[p.state]} />,
      },
      { key: 'kind', label: msg`Packed into`, width: 115, value: (p) => text(kindWords[p.kind]) },
      { key: 'packed', label: msg`Closed`, width: 115, value: (p) => `${p.packed} / ${p.boxes}` },
      { key: 'scanned', label: msg`Pieces scanned`, width: 130, value: (p) => `${p.scanned} / ${p.pieces}` },
      { key: 'left', label: msg`Not packed`, as: 'number', width: 90, value: (p) => p.left.reduce((n, l) => n + l.count, 0) },
      { key: 'weight', label: msg`Weight`, as: 'measure', width: 95, phone: false },
      { key: 'warehouse', label: msg`WHSE`, width: 90, phone: false },
      { key: 'customer', label: msg`Customer`, width: 110, phone: false },
      { key: 'madeAt', label: msg`Planned at`, as: 'dateTime', width: 170, phone: false },
    ],
    filters: ['state', 'kind', 'warehouse', 'customer'],
    sort: [{ id: 'madeAt', desc: true }],
    hue: (p) => (p.left.length > 0 ? 'attention' : undefined),
    empty: msg`No packing is planned. Enter an order above to plan it.`,
  })
