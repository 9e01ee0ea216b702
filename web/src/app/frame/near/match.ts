import type { Order, Shipment } from '@sync/gen/tables'

/** A word as it is compared: without case and without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Every word that is sought begins one of the texts' words; the server's full-text index says the same. */
export function hasAll(texts: readonly string[], sought: readonly string[]): boolean {
  const all = ` ${wordsOf(texts.join(' ')).join(' ')}`
  return sought.every((w) => all.includes(` ${w}`))
}

/** A record of this device that was found by its words. */
export interface Near {
  table: 'shipment' | 'order_open'
  id: string
  number: string
  who: string
  city: string
  status: Shipment['status'] | ''
  hint: string
  day: string
}

/** What people know a shipment by, as the server's index has it. */
export function shipmentHit(s: Shipment, sought: readonly string[]): Near | undefined {
  const texts = [s.number, s.bol, s.pro, s.customer, s.carrier, s.carrierName, s.destination.name, s.destination.city, s.destination.state]
  const stops = s.stops.flatMap(({ to }) => [to.name, to.city])
  if (!hasAll([...texts, ...stops, ...s.refs, ...s.orders], sought)) return
  const { name: who, city } = s.destination
  return { table: 'shipment', id: s.id, number: s.number, who, city, status: s.status, hint: s.carrierName, day: s.shipOn }
}

export function orderHit(o: Order, sought: readonly string[]): Near | undefined {
  const { name: who, city, state } = o.consignee
  if (!hasAll([o.number, o.customer, o.carrier, who, city, state, ...o.refs], sought)) return
  return { table: 'order_open', id: o.id, number: o.number, who, city, status: '', hint: o.customer, day: o.shipOn }
}
