import { msg } from '@lingui/core/macro'
import type { Order, OrderCatalogueItem } from '@sync/gen/tables'
import type { Choice, GridColumn } from '@/kit/grid/column'
import { findNmfc } from '@/kit/nmfc/find'
import { classes } from '@/kit/rule/classes'
import { isNmfc } from '@/kit/rule/rule'
import type { Words } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'

type Item = Order['items'][number]

/** One line of an order, which is one row of the grid. What the order says as a whole stands in its first line. */
export interface Line {
  id: string
  order: Order
  n: number
  item: Item
}

const empty: Item = {
  description: '',
  pieces: 1,
  packageType: 'CTN',
  pallets: 0,
  weight: { milli: 0, unit: 'lb' },
  class: '70',
}

export const orderOf = (id: string) => id.slice(0, id.indexOf(':'))

const made = new WeakMap<Order, Line[]>()

/** The lines of the orders; an order that waits for its items has one to fill, too. Those of an order that did not change are the objects of before. */
export const linesOf = (orders: readonly Order[]): Line[] =>
  orders.flatMap((order) => {
    const lines =
      made.get(order) ??
      (order.items.length > 0 ? order.items : [{ ...empty, pieces: 0 }]).map((item, n) => ({ id: `${order.id}:${n}`, order, n, item }))
    made.set(order, lines)
    return lines
  })

export const blankLine = (of: Line, id: string): Line => ({
  id,
  order: of.order,
  n: -1,
  item: { ...empty, weight: { milli: 0, unit: of.item.weight.unit } },
})

const first = (l: Line) => l.n === 0
const head = (of: (o: Order) => string) => (l: Line) => (first(l) ? of(l.order) : '')
const only = (l: Line) => !first(l)
const size = (m: { milli: number } | undefined) => (m?.milli ? String(m.milli / 1000) : '')
export const packages: Choice[] = ['CTN', 'PLT', 'BAG', 'BDL', 'CRT', 'DRM', 'PCS', 'ROL', 'SKD', 'TOT'].map((value) => ({ value }))
const lengths: Choice[] = ['in', 'ft', 'cm', 'm'].map((value) => ({ value }))
const weights: Choice[] = ['lb', 'kg', 'mt'].map((value) => ({ value }))

export interface Known {
  carriers: readonly Choice[]
  items: readonly OrderCatalogueItem[]
  text: (w: Words) => string
}

/** The item that a code means in an order: the customer's own before everybody's. */
export function itemOf(items: readonly OrderCatalogueItem[], code: string, customer: string): OrderCatalogueItem | undefined {
  const low = code.trim().toLowerCase()
  if (low === '') return undefined
  const same = items.filter((it) => it.code.toLowerCase() === low)
  return same.find((it) => it.customer !== '' && it.customer === customer) ?? same.find((it) => it.customer === '')
}

const together = (perPiece: number, pieces: string) => (perPiece > 0 ? String((perPiece * Math.max(1, Number(pieces) || 1)) / 1000) : '')

/** What a code fills in: everything that the item master says, and the weight of so many pieces. */
function filled(it: OrderCatalogueItem, pieces: string): Record<string, string> {
  const out: Record<string, string> = { description: it.description, packageType: it.packageType }
  if (it.class) out.class = it.class
  if (it.nmfc) out.nmfc = it.nmfc
  if (it.weight.milli > 0) Object.assign(out, { weight: together(it.weight.milli, pieces), weightUnit: it.weight.unit })
  if (it.length.milli > 0)
    Object.assign(out, { length: size(it.length), width: size(it.width), height: size(it.height), sizeUnit: it.length.unit })
  if (it.stackable) out.stackable = 'yes'
  return out
}

/** Every column that the grid of orders can show, under the names that a template has for them too. */
export function orderColumns({ carriers, items, text }: Known): GridColumn<Line>[] {
  const own = (key: string, label: Words, of: (o: Order) => string, more: Partial<GridColumn<Line>> = {}): GridColumn<Line> => ({
    key,
    label,
    text: head(of),
    locked: only,
    ...more,
  })
  const ref = (n: number) => own(`ref${n + 1}`, msg`Reference ${n + 1}`, (o) => o.refs[n] ?? '', { max: 60, width: 120 })
  const side = (key: 'length' | 'width' | 'height', label: Words): GridColumn<Line> => ({
    key,
    label,
    kind: 'number',
    width: 70,
    min: 0,
    max: 10_000,
    text: (l) => size(l.item[key]),
  })
  // Who pays, where somebody says that a third party does, or which; an order that came in without it stays as it is until then.
  const saysWhoPays = (of: (key: string) => string, { order }: Line) =>
    of('terms') !== order.terms || Object.entries(billTo).some(([key, part]) => of(key) !== (order.billTo?.[part] ?? ''))
  const billed = (key: keyof typeof billTo, label: Words, more: Partial<GridColumn<Line>> & { needed?: boolean }) => {
    const { needed, ...rest } = more
    return own(key, label, (o) => o.billTo?.[billTo[key]] ?? '', {
      ...rest,
      check: (to, of, line) =>
        needed && to === '' && of('terms') === 'T' && saysWhoPays(of, line) ? msg`A third party pays: say who is billed.` : undefined,
    })
  }
  const payer = [
    billed('billName', msg`Bill to`, { needed: true, max: 80, width: 160 }),
    billed('billStreet', msg`Bill-to street`, { needed: true, max: 80, width: 140 }),
    billed('billCity', msg`Bill-to city`, { needed: true, max: 60, width: 125 }),
    billed('billState', msg`Bill-to state`, { max: 30, width: 125 }),
    billed('billZip', msg`Bill-to ZIP`, { needed: true, max: 10, width: 115 }),
  ]
  const codes: Choice[] = items.map((it) => ({ value: it.code, label: it.description }))
  return [
    { key: 'number', label: msg`Order`, width: 220, frozen: true, locked: true, text: (l) => l.order.number },
    own('customer', msg`Customer`, (o) => o.customer, { max: 80 }),
    own('shipOn', msg`Ship date`, (o) => o.shipOn, { kind: 'day', required: first, width: 105 }),
    own('dueOn', msg`Due`, (o) => o.dueOn, {
      kind: 'day',
      width: 105,
      check: (due, of) => (due && due < of('shipOn') ? msg`The order is due before it ships.` : undefined),
    }),
    own('terms', msg`Terms`, (o) => o.terms, {
      kind: 'choice',
      width: 100,
      required: first,
      choices: (['P', 'C', 'T'] as const).map((value) => ({ value, label: text(termsWords[value]) })),
      show: (t) => (t in termsWords ? text(termsWords[t as Order['terms']]) : t), // one of its own keys
    }),
    ...payer,
    own('carrier', msg`Preferred carrier`, (o) => o.carrier, { kind: 'choice', open: true, choices: carriers, max: 10, width: 145 }),
    own('consignee', msg`Consignee`, (o) => o.consignee.name, { required: first, max: 80, width: 180 }),
    own('street', msg`Street`, (o) => o.consignee.street, { required: first, max: 80, width: 160 }),
    own('city', msg`City`, (o) => o.consignee.city, { required: first, max: 60 }),
    own('state', msg`State`, (o) => o.consignee.state, { max: 30, width: 60 }),
    own('zip', msg`ZIP`, (o) => o.consignee.zip, { required: first, max: 10, width: 80 }),
    own('contact', msg`Contact`, (o) => o.consignee.contact ?? '', { max: 30 }),
    own('phone', msg`Phone`, (o) => o.consignee.phone ?? '', { max: 120 }),
    own('email', msg`E-mail`, (o) => o.consignee.email ?? '', { max: 254 }),
    ...[0, 1, 2, 3, 4].map(ref),
    own('instruction', msg`Instructions`, (o) => o.instruction, { max: 1000, width: 180 }),
    {
      key: 'code',
      label: msg`Item`,
      kind: 'choice',
      open: true,
      choices: codes,
      max: 40,
      width: 110,
      text: (l) => l.item.code ?? '',
      fill: (code, l, of) => {
        const it = itemOf(items, code, l.order.customer)
        return it && filled(it, of('pieces'))
      },
    },
    { key: 'description', label: msg`Goods`, required: true, max: 200, width: 200, text: (l) => l.item.description },
    {
      key: 'pieces',
      label: msg`Pieces`,
      kind: 'whole',
      min: 0,
      max: 1_000_000,
      width: 75,
      text: (l) => (l.item.pieces ? String(l.item.pieces) : ''),
      fill: (pieces, l, of) => {
        const it = of('weight') === '' ? itemOf(items, of('code'), l.order.customer) : undefined
        return it && it.weight.milli > 0 ? { weight: together(it.weight.milli, pieces), weightUnit: it.weight.unit } : undefined
      },
    },
    {
      key: 'packageType',
      label: msg`Package`,
      kind: 'choice',
      open: true,
      choices: packages,
      max: 10,
      width: 85,
      text: (l) => l.item.packageType,
    },
    {
      key: 'pallets',
      label: msg`Pallets`,
      kind: 'whole',
      min: 0,
      max: 120,
      width: 75,
      text: (l) => (l.item.pallets ? String(l.item.pallets) : ''),
    },
    {
      key: 'weight',
      label: msg`Weight`,
      kind: 'number',
      required: true,
      min: 0.001,
      max: 10_000_000,
      width: 85,
      text: (l) => size(l.item.weight),
    },
    { key: 'weightUnit', label: msg`Unit`, kind: 'choice', choices: weights, width: 60, text: (l) => l.item.weight.unit || 'lb' },
    {
      key: 'class',
      label: msg`Class`,
      kind: 'choice',
      choices: classes.map((value) => ({ value })),
      width: 70,
      text: (l) => l.item.class ?? '',
    },
    {
      key: 'nmfc',
      label: msg`NMFC`,
      width: 95,
      text: (l) => l.item.nmfc ?? '',
      find: findNmfc,
      check: (t) => (t && !isNmfc(t) ? msg`${t} is not an NMFC item number, such as 149980-02.` : undefined),
    },
    side('length', msg`Length`),
    side('width', msg`Width`),
    side('height', msg`Height`),
    { key: 'sizeUnit', label: msg`Size unit`, kind: 'choice', choices: lengths, width: 75, text: (l) => l.item.length?.unit || 'in' },
    { key: 'stackable', label: msg`Stackable`, kind: 'flag', width: 80, text: (l) => (l.item.stackable ? 'yes' : '') },
    { key: 'temperature', label: msg`Temperature`, max: 40, text: (l) => l.item.temperature ?? '' },
  ]
}

/** The columns of who is billed, and what of an address each holds. */
export const billTo = { billName: 'name', billStreet: 'street', billCity: 'city', billState: 'state', billZip: 'zip' } as const

/** Where the columns of who is billed stand: beside the terms that were just set to a third party, or at the end where such orders came in. */
export type Payer = 'beside' | 'end'

/** Adds the columns of who is billed that are not among the columns already, where the terms are. */
export function withBillTo(
  columns: readonly GridColumn<Line>[],
  every: readonly GridColumn<Line>[],
  payer: Payer,
): readonly GridColumn<Line>[] {
  const terms = columns.findIndex((c) => c.key === 'terms')
  if (terms < 0) return columns // who does not set the terms does not set who pays
  const more = every.filter((c) => c.key in billTo && !columns.some((k) => k.key === c.key))
  const at = payer === 'beside' ? terms + 1 : columns.length
  return [...columns.slice(0, at), ...more, ...columns.slice(at)]
}

/** What a clerk sets all day comes first; the rest is to the right of it. */
export const usual = [
  'number',
  'shipOn',
  'consignee',
  'city',
  'state',
  'terms',
  'carrier',
  'code',
  'description',
  'pieces',
  'packageType',
  'pallets',
  'weight',
  'weightUnit',
  'class',
  'nmfc',
  'length',
  'width',
  'height',
  'sizeUnit',
  'stackable',
  'dueOn',
  'customer',
  'street',
  'zip',
  'ref1',
  'ref2',
  'instruction',
]
