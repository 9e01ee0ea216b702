import type { FreightMeasure, FreightParty, Shipment } from '@sync/gen/tables'
import { sizeOf, type Unit } from './label'
import { oneUnit } from './stow'

/** A packing list as data: the twin of server/document/bill/packing.go. The print computer sets it. */
export interface PackingList {
  number: string
  on: string
  bol: string
  pro: string
  carrier: string
  from: PackedParty
  to: PackedParty
  orders: string[]
  refs: string[]
  lines: { order: string; code: string; description: string; pieces: number; package: string; weight: FreightMeasure }[]
  units: {
    number: string
    description: string
    pieces: number
    weight: FreightMeasure
    size: string
    lot: string
    expiresOn: string
    bestBefore: string
  }[]
  note: string
}

type PackedParty = FreightParty & { location: string; ref: string; fob: boolean }

/** The members of a synced shipment that a packing list and carton labels are made of. */
export type Packed = Pick<
  Shipment,
  'number' | 'bol' | 'pro' | 'shipOn' | 'carrier' | 'carrierName' | 'origin' | 'destination' | 'items' | 'orders' | 'refs' | 'instruction'
>

/** Fills a packing list from what the device holds. The server makes the same; both are held to sync/testdata/packing-make.json. */
export function makePacking(c: Packed, units: readonly Unit[]): PackingList {
  const orders = c.orders ?? []
  const items = c.items ?? []
  // Lines and pallets are all in one unit, so that they can be added up as they stand.
  const weighed = oneUnit<{ weight: FreightMeasure }>([...items, ...units])
  return {
    number: c.number,
    on: c.shipOn,
    bol: c.bol,
    pro: c.pro,
    carrier: c.carrier && c.carrierName ? `${c.carrierName} (${c.carrier})` : c.carrierName,
    from: { ...c.origin, location: '', ref: '', fob: false },
    to: { ...c.destination, location: '', ref: '', fob: false },
    orders,
    refs: c.refs ?? [],
    lines: items.map((it, i) => ({
      order: it.order || (orders.length === 1 ? (orders[0] ?? '') : ''),
      code: it.code ?? '',
      description: it.description,
      pieces: it.pieces,
      package: it.packageType,
      weight: weighed[i]?.weight ?? it.weight,
    })),
    units: units.map((u, i) => ({
      number: u.sscc || u.lpn,
      description: u.description,
      pieces: u.pieces,
      weight: weighed[items.length + i]?.weight ?? u.weight,
      size: sizeOf(u),
      lot: u.lot,
      expiresOn: u.expiresOn,
      bestBefore: u.bestBefore,
    })),
    note: c.instruction,
  }
}

const most = 500
const none = { milli: 0, unit: '' }

/** Numbers the pieces of a shipment that has no pallets: each carries the shipment's number and its own. */
export function cartons(c: Packed): Unit[] {
  const out: Unit[] = []
  for (const it of c.items ?? [])
    for (let n = 0; n < it.pieces && out.length < most; n++)
      out.push({
        lpn: `${c.number}-${String(out.length + 1).padStart(3, '0')}`,
        sscc: '',
        description: it.description,
        itemCode: it.code ?? '',
        pieces: 1,
        weight: { milli: Math.trunc(it.weight.milli / it.pieces), unit: it.weight.unit },
        length: it.length ?? none,
        width: it.width ?? none,
        height: it.height ?? none,
        lot: '',
        expiresOn: '',
        bestBefore: '',
        contents: [],
      })
  return out
}
