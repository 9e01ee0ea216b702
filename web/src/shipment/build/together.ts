import type { Order } from '@sync/gen/tables'

export interface Apart {
  code: 'orders-differ-warehouse' | 'orders-differ-terms' | 'orders-differ-consignee' | 'orders-differ-bill-to'
  first: string
  second: string
}

const fold = (...texts: (string | undefined)[]) => texts.map((t) => (t ?? '').trim().replace(/\s+/g, ' ').toUpperCase()).join('|')
const place = ({ name, street, street2, city, zip }: Order['consignee']) => fold(name, street, street2, city, zip)
const payer = (o: Order) => (o.billTo ? place(o.billTo) : '')

/** What keeps orders from being one shipment, by the server's own rule and under its own code; undefined where nothing does. */
export function apart(orders: readonly Order[]): Apart | undefined {
  const [first, ...rest] = orders
  if (!first) return undefined
  for (const o of rest) {
    const code =
      o.warehouse !== first.warehouse
        ? 'orders-differ-warehouse'
        : o.terms !== first.terms
          ? 'orders-differ-terms'
          : place(o.consignee) !== place(first.consignee)
            ? 'orders-differ-consignee'
            : o.terms === 'T' && payer(o) !== payer(first)
              ? 'orders-differ-bill-to'
              : undefined
    if (code) return { code, first: first.number, second: o.number }
  }
  return undefined
}
