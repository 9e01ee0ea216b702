import { local } from '@sync/client'
import type { Ops } from '@sync/gen/api'
import type { Order, OrderCatalogueItem } from '@sync/gen/tables'
import type { GridColumn } from '@/kit/grid/column'
import type { Sheet } from '@/kit/grid/sheet'
import { submit } from '@/kit/remote/submit'
import { billTo, itemOf, type Line } from './lines'

/** What saving needs beside the grid: the item master, and every column that there is. */
export interface Grown {
  items: readonly OrderCatalogueItem[]
  every: readonly GridColumn<Line>[]
}

type Item = Order['items'][number]
type Head = Ops['Shipment/UpdatePendingOrder']['req']

const thousandths = (text: string) => Math.round(Number(text || 0) * 1000)

/** The room that somebody stated for a line, as so many pieces take it: the twin of TakeRoom in server/kit/freight. */
function roomOf(was: Item, pieces: number): Pick<Item, 'CBM' | 'linearFeet'> {
  const share = (m: Item['CBM']) => m && { ...m, milli: Math.floor((m.milli * pieces) / was.pieces) }
  if (!was.pieces || pieces === was.pieces) return {}
  return { ...(was.CBM ? { CBM: share(was.CBM) } : {}), ...(was.linearFeet ? { linearFeet: share(was.linearFeet) } : {}) }
}

/** The line as its cells say, on top of what no cell shows. */
export function itemFrom(l: Line, of: (key: string) => string, items: readonly OrderCatalogueItem[]): Item {
  const was = l.item
  const unit = of('sizeUnit') || 'in'
  const pieces = Number(of('pieces') || 1)
  const side = (key: 'length' | 'width' | 'height') => (of(key) === '' ? {} : { [key]: { milli: thousandths(of(key)), unit } })
  const { length: _l, width: _w, height: _h, hazmat, ...rest } = was
  // Another item has another hazard; the same one keeps what the order says of it.
  const danger = of('code') === (was.code ?? '') ? hazmat : (itemOf(items, of('code'), l.order.customer)?.hazmat ?? undefined)
  return {
    ...rest,
    code: of('code'),
    description: of('description'),
    pieces,
    ...roomOf(was, pieces),
    packageType: of('packageType') || 'CTN',
    pallets: Number(of('pallets') || 0),
    weight: { milli: thousandths(of('weight')), unit: of('weightUnit') || 'lb' },
    class: of('class'),
    nmfc: of('nmfc'),
    ...side('length'),
    ...side('width'),
    ...side('height'),
    stackable: of('stackable') === 'yes',
    temperature: of('temperature'),
    ...(danger ? { hazmat: danger } : {}),
  }
}

const payer = Object.entries(billTo)
const heads = [
  ...Object.keys(billTo),
  'customer',
  'shipOn',
  'dueOn',
  'terms',
  'carrier',
  'consignee',
  'street',
  'city',
  'state',
  'zip',
  'contact',
  'phone',
  'email',
  'ref1',
  'ref2',
  'ref3',
  'ref4',
  'ref5',
  'instruction',
]
const ends = ['consignee', 'street', 'city', 'state', 'zip', 'contact', 'phone', 'email']

/** What was changed of an order as a whole, as the call wants it; nothing where nothing was. */
export function headFrom(o: Order, edited: ReadonlySet<string>, of: (key: string) => string): Omit<Head, 'OrderId' | 'Seen'> | undefined {
  if (!heads.some((k) => edited.has(k))) return undefined
  const to: Omit<Head, 'OrderId' | 'Seen'> = {}
  if (edited.has('customer')) to.Customer = of('customer')
  if (edited.has('shipOn')) to.ShipOn = of('shipOn')
  if (edited.has('dueOn')) to.DueOn = of('dueOn')
  if (edited.has('terms')) to.PaymentType = of('terms') as Order['terms'] // the column offers no other
  if (edited.has('carrier')) to.Carrier = of('carrier').toUpperCase()
  if (edited.has('instruction')) to.SpecialInstruction = of('instruction')
  if ([1, 2, 3, 4, 5].some((n) => edited.has(`ref${n}`))) {
    // A column that is not shown keeps what the order has.
    to.References = [1, 2, 3, 4, 5].map((n) => (edited.has(`ref${n}`) ? of(`ref${n}`) : (o.refs[n - 1] ?? '')))
  }
  if (ends.some((k) => edited.has(k))) {
    const at = (k: string, was: string | undefined) => (edited.has(k) ? of(k) : (was ?? ''))
    const c = o.consignee
    to.Consignee = {
      ...c,
      name: at('consignee', c.name),
      street: at('street', c.street),
      city: at('city', c.city),
      state: at('state', c.state),
      zip: at('zip', c.zip),
      contact: at('contact', c.contact),
      phone: at('phone', c.phone),
      email: at('email', c.email),
    }
  }
  if (payer.some(([k]) => edited.has(k))) {
    const now = o.billTo ?? { name: '', street: '', city: '', state: '', zip: '', country: 'US' }
    to.Billto = { ...now, ...Object.fromEntries(payer.map(([k, field]) => [field, edited.has(k) ? of(k) : now[field]])) }
  }
  return to
}

type Lines = ReadonlyMap<string, { id: string; line: Line }[]>

/** The lines of each order as they stand in the grid, those that were taken out left aside. */
export function linesIn(sheet: Sheet<Line>): Lines {
  const out = new Map<string, { id: string; line: Line }[]>()
  for (const id of sheet.all) {
    const line = sheet.row(id)
    if (!line) continue
    const of = out.get(line.order.id)
    if (of) of.push({ id, line })
    else out.set(line.order.id, [{ id, line }])
  }
  return out
}

/** Orders with unsaved work, and whether all of an order's cells can be saved. */
export function unsaved(sheet: Sheet<Line>): { order: string; good: boolean }[] {
  if (sheet.cellCount === 0) return []
  const lines = linesIn(sheet)
  const clashing = new Set(sheet.clashes.map((c) => c.id))
  const out = new Map<string, boolean>()
  for (const id of sheet.touched) {
    const order = sheet.row(id)?.order.id
    if (!order) continue
    const bad = sheet.isGone(id) || clashing.has(id) || (!sheet.removedIds.has(id) && sheet.faultsOf(id).size > 0)
    out.set(order, (out.get(order) ?? true) && !bad)
  }
  // An order from which every line was taken out is none.
  for (const order of out.keys()) if (!lines.has(order)) out.set(order, false)
  return [...out].map(([order, good]) => ({ order, good }))
}

/**
 * Saves one order through the outbox: its head where that was changed, its items where any line was. Each command says which state of the order
 * was seen, so that of two people one is asked. `unfinished` keeps items that cannot be set yet, without opening the order. Returns the rows that hold nothing unsaved any more: of many orders they are forgotten together, since the grid is drawn anew each time.
 */
export async function saveOrder(
  sheet: Sheet<Line>,
  orderId: string,
  known: Grown,
  { lines = linesIn(sheet), unfinished = false }: { lines?: Lines; unfinished?: boolean } = {},
): Promise<string[]> {
  const all = lines.get(orderId) ?? []
  const out = [...sheet.removedIds].filter((id) => sheet.row(id)?.order.id === orderId)
  const now = await local().order_open.get(orderId)
  if (!now) return []
  const edited = new Set<string>(all.flatMap(({ id }) => [...sheet.editsOf(id).keys()]))
  const top = `${orderId}:0` // it says what the order does as a whole, even where the line itself was taken out
  const head = headFrom(now, new Set(sheet.editsOf(top).keys()), (key) => sheet.text(top, key))
  if (head) await submit('Shipment/UpdatePendingOrder', { OrderId: orderId, Seen: now.rev, ...head })
  const touchesItems = [...edited].some((k) => !heads.includes(k)) || out.length > 0 || all.some(({ id }) => sheet.isAdded(id))
  if (touchesItems) {
    // A column that a template leaves out says what the order does.
    const shown = new Set(sheet.columns.map((c) => c.key))
    const cell = (id: string, l: Line) => (key: string) =>
      shown.has(key) ? sheet.text(id, key) : (known.every.find((c) => c.key === key)?.text(l) ?? '')
    const Items = all.map(({ id, line }) => itemFrom(line, cell(id, line), known.items))
    const then = await local().order_open.get(orderId)
    await submit(unfinished ? 'Shipment/EditItemDetails' : 'Shipment/SaveItemDetails', {
      OrderId: orderId,
      Seen: then?.rev ?? now.rev,
      Items,
    })
  }
  return [...all.map(({ id }) => id), ...out]
}
