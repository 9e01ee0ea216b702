import { msg } from '@lingui/core/macro'
import type { FileCellError, FileMapping, OrderImport } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

export type Field = FileCellError['field']

/** Customers' orders, or what we bought of vendors. */
export type Kind = OrderImport['Kind']

/** The list that the file's orders come to. */
export const home = { order: '/OpenOrders', purchase: '/ShipPO/{-$shipmentid}/{-$sh}' } as const satisfies Record<Kind, string>

const orderWords: Record<Field, Words> = {
  number: msg`Order number`,
  warehouse: msg`Warehouse`,
  customer: msg`Customer`,
  'references.1': msg`Reference 1`,
  'references.2': msg`Reference 2`,
  'references.3': msg`Reference 3`,
  'references.4': msg`Reference 4`,
  'references.5': msg`Reference 5`,
  shipOn: msg`Ship date`,
  dueOn: msg`Due date`,
  'consignee.name': msg`Consignee`,
  'consignee.street': msg`Street`,
  'consignee.street2': msg`Street, second line`,
  'consignee.city': msg`City`,
  'consignee.state': msg`State`,
  'consignee.zip': msg`ZIP`,
  'consignee.country': msg`Country`,
  'consignee.contact': msg`Contact`,
  'consignee.phone': msg`Phone`,
  'consignee.email': msg`E-mail`,
  carrier: msg`Preferred carrier`,
  terms: msg`Freight terms`,
  'billTo.name': msg`Bill to`,
  'billTo.street': msg`Bill-to street`,
  'billTo.street2': msg`Bill-to street, second line`,
  'billTo.city': msg`Bill-to city`,
  'billTo.state': msg`Bill-to state`,
  'billTo.zip': msg`Bill-to ZIP`,
  'billTo.country': msg`Bill-to country`,
  'item.code': msg`Item number`,
  'item.description': msg`Item description`,
  'item.pieces': msg`Pieces`,
  'item.packageType': msg`Package type`,
  'item.pallets': msg`Pallets`,
  'item.weight': msg`Weight`,
  'item.weightUnit': msg`Weight unit`,
  'item.class': msg`Freight class`,
  'item.nmfc': msg`NMFC`,
  'item.length': msg`Length`,
  'item.width': msg`Width`,
  'item.height': msg`Height`,
  'item.dimUnit': msg`Dimension unit`,
  'item.hazmat': msg`UN number`,
  'item.line': msg`Line`,
  'item.weightEach': msg`Weight per piece`,
  weight: msg`Weight of the order`,
  'item.box': msg`Length x width x height`,
  'item.hazmatFlag': msg`Hazardous, yes or no`,
  'consignee.place': msg`City, state and ZIP`,
  'consignee.address': msg`Whole address`,
  'consignee.first': msg`First name`,
  'consignee.last': msg`Last name`,
}

/** The packages that an order can name. */
export const packageWords: Record<string, Words> = {
  CTN: msg`Carton`,
  BOX: msg`Box`,
  CAS: msg`Case`,
  CRT: msg`Crate`,
  BAG: msg`Bag`,
  BDL: msg`Bundle`,
  DRM: msg`Drum`,
  PAL: msg`Pail`,
  PAT: msg`Pallet`,
  SKD: msg`Skid`,
  PCS: msg`Piece`,
  ROL: msg`Roll`,
  TBN: msg`Tote`,
  GLD: msg`Gaylord`,
  ENV: msg`Envelope`,
  DBK: msg`Bulk`,
}

/** What a column of a file can be, in the order in which a person maps them: the same of both kinds, called the other way round. */
export const fieldWords: Record<Kind, Record<Field, Words>> = {
  order: orderWords,
  purchase: {
    ...orderWords,
    number: msg`Purchase order`,
    warehouse: msg`Ship to warehouse`,
    shipOn: msg`Ready date`,
    'consignee.name': msg`Vendor`,
  },
}

/** What a person may map: a customer's order is one whole, a purchase order's lines have numbers, and it is nobody's but ours, who also pay for it. */
export const columnsOf = (kind: Kind): Field[] =>
  (Object.keys(orderWords) as Field[]).filter((f) =>
    kind === 'purchase' ? f !== 'customer' && !f.startsWith('references.') && !f.startsWith('billTo.') : f !== 'item.line',
  )

const address: Field[] = ['consignee.name', 'consignee.street', 'consignee.city', 'consignee.state', 'consignee.zip']

/** Without these a row is no order; see required in server/order/file. */
const required: Record<Kind, Field[]> = {
  order: ['number', 'warehouse', 'shipOn', ...address, 'item.weight'],
  purchase: ['number', 'warehouse', ...address, 'item.pieces'],
}

/** Columns that tell the same otherwise; see missing in server/order/file. */
const instead: Partial<Record<Field, Field[]>> = {
  'item.weight': ['item.weightEach', 'weight'],
  'consignee.city': ['consignee.place', 'consignee.address'],
  'consignee.state': ['consignee.place', 'consignee.address', 'consignee.country'],
  'consignee.zip': ['consignee.place', 'consignee.address'],
  'consignee.street': ['consignee.address'],
  'consignee.name': ['consignee.first', 'consignee.last', 'consignee.address'],
}

/** From this confidence, in percent, a column is taken without a question; see table.Sure on the server. */
const sure = 70

/** The columns whose meaning somebody must confirm: proposed with little confidence, not changed and not yet answered for. */
export const unsureIn = (sheet: OrderImport['Sheet'], m: FileMapping): number[] =>
  m.columns.flatMap((f, n) =>
    f && f === sheet.mapping.columns[n] && (sheet.confidence[n] ?? 0) < sure && !m.checked?.includes(n) ? [n] : [],
  )

/** Says that a column is what it was taken for. */
export const confirm = (m: FileMapping, column: number): FileMapping => ({ ...m, checked: [...(m.checked ?? []), column] })

/** Whether somebody must say what the weights are of. */
export const weightOpen = (counts: OrderImport['Counts'], m: FileMapping) => Boolean(counts.notes?.weightOf) && !m.weightOf

/** The unit that weights are taken to be in because the file names none; undefined where it does, or where somebody said it. */
export const unitOpen = (counts: OrderImport['Counts'], m: FileMapping) => (m.weightUnit ? undefined : counts.notes?.weightUnit)

/** The cells of a file that a person puts right, by row and column as the file counts them. */
export type Drafts = Record<string, string>

export const cellKey = (row: number, column: number) => `${row} ${column}`

/** Adds what was put right to a mapping; a cell that was put right before takes the newer value. */
export function corrected(m: FileMapping, drafts: Drafts): FileMapping {
  const changed = Object.entries(drafts).map(([key, value]) => {
    const [row = 0, column = 0] = key.split(' ').map(Number)
    return { row, column, value }
  })
  const kept = (m.edits ?? []).filter((e) => !(cellKey(e.row, e.column) in drafts))
  return { ...m, edits: [...kept, ...changed] }
}

/** What an order needs and neither a column nor a default of the file gives. The goods may be named by description or by code. */
export function missingIn(m: FileMapping, kind: Kind): Field[] {
  const given = (f: Field) => m.columns.includes(f) || Boolean(m.defaults?.[f])
  const missing = required[kind].filter((f) => !given(f) && !instead[f]?.some(given))
  return given('item.description') || given('item.code') ? missing : [...missing, 'item.description']
}

/** Gives a column a field. A field has one column, so whichever had it before is not taken over any longer. */
export function assign(m: FileMapping, column: number, field: Field | ''): FileMapping {
  const columns = m.columns.map((f, n) => (n === column ? field : f === field ? '' : f))
  return { ...m, columns: columns as FileMapping['columns'] } // the wire's "" for a column that is not taken over is not in the generated type
}

/** What the words of a mistake name: the file's own header, or the field where the file has no column for it. */
export const wrongIn = (e: FileCellError, kind: Kind, words: (w: Words) => string) =>
  e.header ? e.params : { ...e.params, header: words(fieldWords[kind][e.field]) }
