import { msg, plural } from '@lingui/core/macro'
import type { Order } from '@sync/gen/tables'
import { earliestDay } from '@/kit/format/day'
import { Day } from '@/kit/format/Formats'
import type { ListSpec, Undoable } from '@/kit/list/defineList'
import { offerUndo } from '@/kit/list/undo'
import { submit } from '@/kit/remote/submit'
import { unOf } from '@/kit/rule/rule'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'

interface Does {
  text: (w: Words) => string
  build: (orders: Order[]) => Promise<Undoable | false>
  /** Among the buckets it is worked off page by page. */
  bucket?: boolean
  /** Undefined where the person may not see prices. */
  rate?: ((orders: Order[]) => false) | undefined
}

const hazardous = (o: Order) => [...new Set(o.items.flatMap((i) => (i.hazmat ? [unOf(i.hazmat.un)] : [])))].join(' ')

/** Sends orders back to the pending ones. The way back is setting the very items that they had. */
async function revertAll(orders: readonly Order[]): Promise<Undoable> {
  for (const o of orders) await submit('Shipment/RevertSetItems', { OrderId: o.id })
  return {
    undo: async () => {
      for (const o of orders) await submit('Shipment/SaveItemDetails', { OrderId: o.id, Items: o.items })
    },
  }
}

async function revert(orders: readonly Order[]): Promise<void> {
  const made = await revertAll(orders)
  if (made)
    offerUndo(
      plural(orders.length, {
        one: `Order ${orders[0]?.number} waits for its items again.`,
        other: '# orders wait for their items again.',
      }),
      made.undo,
    )
}

/** Orders that are not shipments yet, the next to be shipped first. */
export const orderList = ({ text, build, rate, bucket }: Does): ListSpec<Order> => ({
  name: bucket ? 'bucket-O' : 'open-orders',
  title: msg`Open orders`,
  entity: 'order_open',
  columns: [
    { key: 'number', label: msg`Order`, as: 'identifier', width: 120, link: (o) => ({ page: 'OpenOrders', search: { order: o.id } }) },
    {
      key: 'shipOn',
      label: msg`Ship date`,
      width: 186,
      cell: (o) => (
        <>
          <Day text={o.shipOn} />
          {o.shipOn < earliestDay(Date.now()) && <StatusBadge hue="attention" label={msg`late`} />}
        </>
      ),
    },
    { key: 'warehouse', label: msg`WHSE`, width: 90 },
    { key: 'customer', label: msg`Customer`, width: 95, phone: false },
    { key: 'consignee', label: msg`Consignee`, width: 200, value: (o) => o.consignee.name },
    { key: 'place', label: msg`To`, width: 150, value: (o) => [o.consignee.city, o.consignee.state].filter(Boolean).join(', ') },
    { key: 'pallets', label: msg`Pallets`, as: 'number', width: 70 },
    { key: 'weight', label: msg`Weight`, as: 'measure', width: 95 },
    { key: 'terms', label: msg`Terms`, width: 100, value: (o) => text(termsWords[o.terms]) },
    { key: 'carrier', label: msg`Preferred carrier`, width: 110, phone: false },
    { key: 'hazmat', label: msg`Hazmat`, width: 110, value: hazardous, phone: false },
    { key: 'dueOn', label: msg`Due`, as: 'day', width: 140, phone: false },
    { key: 'lines', label: msg`Lines`, as: 'number', width: 80, value: (o) => o.items.length, hidden: true, phone: false },
    { key: 'pieces', label: msg`Pieces`, as: 'number', width: 80, hidden: true, phone: false },
    { key: 'refs', label: msg`References`, as: 'list', hidden: true, phone: false },
    { key: 'zip', label: msg`ZIP`, value: (o) => o.consignee.zip, width: 90, hidden: true, phone: false },
    { key: 'createdAt', label: msg`Came in`, as: 'dateTime', hidden: true, phone: false },
  ],
  filters: ['warehouse', 'customer', 'terms', 'shipOn', 'place', 'carrier'],
  sort: [{ id: 'shipOn' }, { id: 'number' }],
  actions: [
    { label: msg`Build`, main: true, run: (o) => build([o]) },
    ...(rate ? [{ label: msg`Rate`, run: (o: Order) => rate([o]) }] : []),
    { label: msg`Edit items`, run: (o) => revert([o]) },
  ],
  swipe: (o) => ({
    right: { label: msg`Build`, run: () => build([o]) },
    left: { label: msg`Edit items`, run: () => revert([o]) },
  }),
  ...(bucket ? { pageSize: 15 } : {}),
  bulk: [
    ...(rate ? [{ label: msg`Rate together`, icon: 'analyze' as const, run: rate }] : []),
    {
      label: msg`Build one shipment`,
      icon: 'ship',
      run: build,
      done: (n) => plural(n, { one: 'One shipment of # order has been built.', other: 'One shipment of # orders has been built.' }),
    },
    { label: msg`Edit items`, run: revertAll },
  ],
  empty: msg`No open orders. They appear here when an order file is uploaded or a system sends them.`,
})
