import type { Order } from '@sync/gen/tables'

export interface Apart {
  code: 'orders-differ-warehouse' | 'orders-differ-terms' | 'orders-differ-consignee' | 'orders-differ-bill-to' | 'orders-differ-money'
  first: string
  second: string
}

const fold = (...texts: (string | undefined)[]) => texts.map((t) => (t ?? '').trim().replace(/\s+/g, ' ').toUpperCase()).join('|')
const place = ({ name, street, street2, city, zip }: Order['consignee']) => fold(name, street, street2, city, zip)
const payer = (o: Order) => (o.billTo ? place(o.billTo) : '')

const differ = (a: Order['clauses'], b: Order['clauses']) => {
  const has = (k: Order['clauses']) => Boolean(k?.codMinor || k?.declaredMinor)
  if (!has(a) || !has(b)) return false
  const cods = Boolean(a.codMinor && b.codMinor)
  const values = Boolean(a.declaredMinor && b.declaredMinor)
  return (
    a.currency !== b.currency ||
    (cods &&
      ((a.codRemit ?? '') !== (b.codRemit ?? '') ||
        (a.codFee || 'C') !== (b.codFee || 'C') ||
        Boolean(a.codCheck) !== Boolean(b.codCheck))) ||
    (values && (a.declaredPer !== b.declaredPer || (a.declaredPer !== 'shipment' && a.declaredMinor !== b.declaredMinor)))
  )
}

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
  for (const [i, o] of orders.entries())
    for (const a of orders.slice(0, i))
      if (differ(a.clauses, o.clauses)) return { code: 'orders-differ-money', first: a.number, second: o.number }
  return undefined
}
