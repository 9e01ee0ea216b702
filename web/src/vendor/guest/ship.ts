import type { Ops } from '@sync/gen/api'
import { type Draft, lineKey } from './draft'

export type Shown = Ops['Vendor/GetPortal']['resp']
export type Order = Shown['orders'][number]
export type Line = Order['lines'][number]
export type Product = Ops['Vendor/GetVendorItemMaster']['resp'][number]
export type Row = Ops['Vendor/GetVendorShipmentList']['resp'][number]
export type Slots = Ops['Vendor/GetCurrentSlot']['resp']
type Ship = Ops['Vendor/ProcessShipment']['req']

/** The orders that a draft ships of, as they stand now: one that was shipped off meanwhile is no longer among them. */
export const ordersOf = (d: Pick<Draft, 'orders'>, shown: Shown) => d.orders.flatMap((id) => shown.orders.filter((o) => o.id === id))

/** The orders that may leave with a draft's: for the same warehouse, with the freight paid by the same side, and not in it yet. */
export const others = (d: Pick<Draft, 'orders'>, shown: Shown) => {
  const [first] = ordersOf(d, shown)
  return first
    ? shown.orders.filter((o) => o.warehouse === first.warehouse && brings([o]) === brings([first]) && !d.orders.includes(o.id))
    : []
}

/** The vendor brings the goods itself where the freight is prepaid; else the buyer sends a truck. */
export const brings = (orders: readonly Order[]) => orders[0]?.terms === 'P'

const whole = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined)

export type Wrong = 'not-a-number' | 'more-than-left' | 'too-many-pallets' | 'no-weight' | 'nothing' | 'missing'

/** What is wrong with a draft before it is sent, by field. The server judges again. */
export function wrongs(d: Draft, orders: readonly Order[]): Map<string, Wrong> {
  const bad = new Map<string, Wrong>()
  let pieces = 0
  for (const o of orders)
    for (const l of o.lines) {
      const key = lineKey(o.id, l.line)
      const typed = d.lines[key]
      const text = typed?.pieces.trim() ?? ''
      if (text === '' || text === '0') continue
      const n = whole(text)
      const pallets = typed?.pallets.trim() ? whole(typed.pallets) : 0
      if (n === undefined) bad.set(key, 'not-a-number')
      else if (n > l.left) bad.set(key, 'more-than-left')
      else if (pallets === undefined) bad.set(`${key}/pallets`, 'not-a-number')
      else if (pallets > 120) bad.set(`${key}/pallets`, 'too-many-pallets')
      else if (l.item.weight.milli <= 0 && !weightOf(typed?.weight ?? '')) bad.set(`${key}/weight`, 'no-weight')
      pieces += n ?? 1
    }
  if (pieces === 0) bad.set('lines', 'nothing')
  if (!d.shipOn) bad.set('shipOn', 'missing')
  if (!d.name.trim()) bad.set('name', 'missing')
  if (brings(orders) && !d.carrier.trim()) bad.set('carrier', 'missing')
  return bad
}

/** Pounds as thousandths; undefined where it is no weight. */
export function weightOf(text: string): number | undefined {
  const t = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,3})?$/.test(t) && Number(t) > 0 ? Math.round(Number(t) * 1000) : undefined
}

/** How many pallets so many pieces were last time; none where nobody knows. */
export const palletsLike = (items: readonly Product[], code: string | undefined, pieces: string) => {
  const per = items.find((i) => i.code === code)?.perPallet ?? 0
  const n = whole(pieces) ?? 0
  return per > 0 && n > 0 ? Math.ceil(n / per) : undefined
}

/** The request of a draft that nothing is wrong with. */
export function requestOf(d: Draft, orders: readonly Order[], held: { AccessID: string; clientId: string }): Ship {
  const [day = '', start = ''] = brings(orders) ? d.slot.split(' ') : []
  return {
    ...held,
    ShipmentId: d.id,
    Lines: orders.flatMap((o) =>
      o.lines.flatMap((l) => {
        const typed = d.lines[lineKey(o.id, l.line)]
        const n = whole(typed?.pieces ?? '') ?? 0
        if (!typed || n === 0) return []
        const weight = { milli: weightOf(typed.weight) ?? 0, unit: l.item.weight.unit || 'lb' }
        return [{ PurchaseId: o.id, Line: l.line, Qty: n, Pallets: whole(typed.pallets) ?? 0, Weight: weight }]
      }),
    ),
    ShipOn: d.shipOn,
    PickupByFromTime: brings(orders) ? '' : d.from,
    PickupByToTime: brings(orders) ? '' : d.to,
    Carrier: brings(orders) ? d.carrier.trim() : '',
    PRONumber: brings(orders) ? d.pro.trim() : '',
    SlotDate: day,
    StartTime: start,
    ...(day && d.kind ? { LoadTypeId: d.kind } : {}),
    SpecialInstruction: d.note.trim(),
    ContactName: d.name.trim(),
    FileIds: [],
  }
}
