import type { DockPallet, FreightItem, FreightMeasure, FreightParty, Shipment } from '@sync/gen/tables'
import { measureText } from './compose'

/** A pallet's or carton's label as data: the twin of server/document/label. The print computer sets it. */
export interface Label {
  kind: 'pallet' | 'parcel'
  from: FreightParty
  to: FreightParty
  carrier: string
  scac: string
  pro: string
  bol: string
  po: string
  order: string
  number: number
  of: number
  goods: string
  pieces: number
  weight: FreightMeasure
  size: string
  class: string
  nmfc: string
  hazmat: string
  sscc: string
  lpn: string
  /** Of a carton: who pays its carrier, with the account. */
  billing?: string
}

/** The members of a synced shipment that a label is made of. */
export type Labelled = Pick<
  Shipment,
  'bol' | 'pro' | 'carrier' | 'carrierName' | 'origin' | 'destination' | 'orders' | 'refs' | 'items'
> & {
  orderNotes?: Shipment['orderNotes']
  terms?: Shipment['terms']
  clauses?: Shipment['clauses']
  planned?: Shipment['planned'] | null
}

/** What is labelled: the members of a synced pallet. */
export type Unit = Pick<
  DockPallet,
  'lpn' | 'sscc' | 'description' | 'itemCode' | 'pieces' | 'weight' | 'length' | 'width' | 'height' | 'lot' | 'expiresOn' | 'bestBefore'
> & { contents?: DockPallet['contents'] }

const payers = { P: 'PREPAID', C: 'COLLECT', T: '3RD PARTY' }

/** Fills a load's labels from what the device holds. The server makes the same; both are held to sync/testdata/label-make.json. */
export function makeLabels(kind: Label['kind'], c: Labelled, units: readonly Unit[]): Label[] {
  return units.map((u, at) => {
    const items = itemsOf(c.planned?.length ? c.planned : (c.items ?? []), u) // contents name the lines that the pallets were laid by
    const itsOrder = items.find((it) => it.order)?.order
    const orders = c.orders ?? []
    const own = [...new Set((u.contents ?? []).map((at) => at.order ?? '').filter(Boolean))]
    const named = own.length > 0 ? own : itsOrder ? [itsOrder] : []
    const shown = named.length > 0 ? named : orders
    const first = shown[0] ?? ''
    const order = shown.length > 1 ? `${first} +${shown.length - 1}` : first
    const ref = c.refs?.[0] ?? ''
    const po = named.length === 0 ? ref : (c.orderNotes?.find((n) => n.order === first)?.note ?? (orders.length > 1 ? '' : ref))
    return {
      kind,
      from: c.origin,
      to: c.destination,
      carrier: c.carrierName,
      scac: c.carrier,
      pro: c.pro,
      bol: c.bol,
      po,
      order,
      number: at + 1,
      of: units.length,
      goods: u.description,
      pieces: u.pieces,
      weight: u.weight,
      size: sizeOf(u),
      class: distinct(items.map((it) => it.class)).join(', '),
      nmfc: distinct(items.map((it) => it.nmfc)).join(', '),
      hazmat: distinct(
        items.map(({ hazmat }) => hazmat && `${/^\d*$/.test(hazmat.un) ? 'UN' : ''}${hazmat.un} CLASS ${hazmat.class}`),
      ).join('; '),
      sscc: u.sscc,
      lpn: u.lpn,
      ...(kind === 'parcel' && c.terms ? { billing: [payers[c.terms], c.clauses?.account].filter(Boolean).join(' ') } : {}),
    }
  })
}

const distinct = (texts: (string | null | undefined)[]) => [...new Set(texts)].filter(Boolean)

/** The commodities that a unit holds: by the lines that it was stacked from, by its code, by its description, or because there is no other. */
function itemsOf(items: readonly FreightItem[], u: Unit): FreightItem[] {
  const on = (u.contents ?? []).flatMap(({ line }) => items[line] ?? [])
  if (on.length > 0) return on
  const one =
    items.find((it) => u.itemCode !== '' && it.code === u.itemCode) ??
    items.find((it) => u.description !== '' && it.description === u.description) ??
    (items.length === 1 ? items[0] : undefined)
  return one ? [one] : []
}

/** "48 x 40 x 52 in"; nothing where one of them is not known. */
export function sizeOf({ length: l, width: w, height: h }: Unit): string {
  if (!(l?.milli > 0 && w?.milli > 0 && h?.milli > 0) || l.unit !== w.unit || l.unit !== h.unit) return ''
  const bare = (m: FreightMeasure) => measureText({ ...m, unit: '' })
  return `${bare(l)} x ${bare(w)} x ${measureText(h)}`
}
