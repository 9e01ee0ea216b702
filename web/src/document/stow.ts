import type { DockPallet, FreightItem, FreightMeasure } from '@sync/gen/tables'

/** What a pallet carries of one line of its load: the twin of freight.Content. */
export interface Content {
  line: number
  order?: string | undefined
  pieces: number
  weight: FreightMeasure
}

/** A pallet of a load, as far as papers follow it: the twin of freight.Stowed. */
export interface Stowed {
  contents: readonly Content[]
  pieces: number
  short: number
  weight: FreightMeasure
  aboard: boolean
}

/** Pallets of the dock as papers follow them: the twin of stowed in server/dock. */
export const stowed = (pallets: readonly DockPallet[]): Stowed[] =>
  pallets.map((p) => ({
    contents: p.contents,
    pieces: p.pieces,
    short: p.short,
    weight: p.weight,
    aboard: p.scannedAt !== null && p.scannedAt !== '',
  }))

/** a * b / c, rounded down, of numbers whose product a double cannot hold; nothing of nothing is nothing. */
function portion(a: number, b: number, c: number): number {
  return a <= 0 || b <= 0 || c <= 0 ? 0 : Number((BigInt(a) * BigInt(b)) / BigInt(c))
}

/** A weight in thousandths of another unit. */
const inUnit = (m: FreightMeasure, unit: string) => (m.unit === unit ? m.milli : portion(pounds(m), 1000, pounds({ milli: 1000, unit })))

/** A pallet's contents as they are aboard: without what is short of them, and with the pallet's own weight shared out. */
function carried(p: Stowed): Content[] {
  const out = p.contents.map((c) => ({ ...c, weight: { ...c.weight } }))
  const first = out[0]
  if (!first) return out
  const sum = out.reduce((w, c) => add(w, c.weight), { milli: 0, unit: '' })
  const weighed = p.weight.milli > 0 && (p.weight.milli !== sum.milli || p.weight.unit !== sum.unit)
  let gone = out.reduce((n, c) => n + c.pieces, 0) - (p.pieces - p.short)
  if (gone < 0) first.pieces -= gone // more than was planned
  for (const c of out) {
    if (weighed && sum.milli === 0) {
      // Of a pallet that was added nobody planned a weight.
      if (c === first) c.weight.milli = inUnit(p.weight, c.weight.unit)
    } else if (weighed)
      c.weight.milli =
        p.weight.unit === sum.unit
          ? portion(c.weight.milli, p.weight.milli, sum.milli)
          : portion(c.weight.milli, pounds(p.weight), pounds(sum))
    const take = Math.min(Math.max(gone, 0), c.pieces)
    if (take > 0) {
      if (!weighed) c.weight.milli = portion(c.weight.milli, c.pieces - take, c.pieces)
      c.pieces -= take
      gone -= take
    }
  }
  return out
}

/** A load's items as its pallets carry them: the twin of freight.Loaded, held to the same cases. */
export const loaded = (items: readonly FreightItem[], pallets: readonly Stowed[], laid: boolean): FreightItem[] =>
  aboard(items, pallets, laid).filter((it) => it !== undefined)

/** All of a load's items in their places, undefined where nothing of one is aboard: the twin of freight.Aboard. */
export function aboard(items: readonly FreightItem[], pallets: readonly Stowed[], laid: boolean): (FreightItem | undefined)[] {
  const sums = items.map(() => ({ pieces: 0, pallets: 0, planned: 0, weight: 0, laid: 0, stands: false }))
  for (const p of pallets) {
    const on = carried(p)
    p.contents.forEach((c, i) => {
      const s = sums[c.line]
      if (!s) return
      s.stands = true
      s.planned += c.weight.milli
      s.laid += c.pieces
      if (!p.aboard) return
      s.pieces += on[i]?.pieces ?? 0
      s.weight += on[i]?.weight.milli ?? 0
      if (i === 0) s.pallets++
    })
  }
  return items.map((it, i) => {
    const s = sums[i]
    if (!s || (!s.stands && !(laid && it.pieces > 0))) return it
    if (s.pieces <= 0) return undefined
    const took = portion(it.weight.milli, it.pieces - s.laid, it.pieces) // by a pallet that was deleted
    const milli = it.weight.milli - took + s.weight - s.planned
    return { ...it, pieces: s.pieces, pallets: s.pallets, weight: { ...it.weight, milli } }
  })
}

/**
 * A load's lines of which there is anything: the last pallet of one may have been deleted on the dock, and it keeps its place among the rest. Once it was signed, lines
 * of which nothing went are left out. The twin of aboard in server/shipment.
 */
export const standing = (items: readonly FreightItem[], planned: readonly FreightItem[] | null | undefined): FreightItem[] =>
  items.filter((it, i) => planned?.length !== items.length || it.pieces > 0 || planned[i]?.pieces === 0)

/** Those of a load's units that are aboard, without what is short of them: the twin of freight.Went. */
export const went = (pallets: readonly DockPallet[]): DockPallet[] =>
  stowed(pallets).flatMap((p, i) => {
    const row = pallets[i]
    if (!row || !p.aboard) return []
    const on = carried(p)
    const weight = on.length > 0 ? on.reduce((w, c) => add(w, c.weight), { milli: 0, unit: '' }) : row.weight
    return [{ ...row, pieces: row.pieces - row.short, short: 0, weight }]
  })

/** All of the items weighed in one unit: theirs where it is the same for all, and pounds otherwise. */
export function oneUnit<T extends { weight: FreightMeasure }>(items: T[]): T[] {
  const units = new Set(items.filter((it) => it.weight.milli !== 0).map((it) => it.weight.unit))
  if (units.size < 2) return items
  return items.map((it) => (billionths[it.weight.unit] ? { ...it, weight: { milli: pounds(it.weight), unit: 'lb' } } : it))
}

const billionths: Record<string, bigint> = { lb: 1_000_000_000n, kg: 2_204_622_620n, mt: 2_204_622_620_000n }

/** Thousandths of a pound, cut as the server's whole numbers are. */
export function pounds({ milli, unit }: FreightMeasure): number {
  const factor = billionths[unit] ?? 0n
  const [whole, part] = [BigInt(milli) / 1_000_000n, BigInt(milli) % 1_000_000n]
  return Number((whole * factor) / 1000n + (part * factor) / 1_000_000_000n)
}

/** Sums two weights: in the first one's unit if they agree, in pounds otherwise. */
export function add(a: FreightMeasure, b: FreightMeasure): FreightMeasure {
  const none = (m: FreightMeasure) => !m || (m.milli === 0 && m.unit === '')
  if (none(a)) return b ?? { milli: 0, unit: '' }
  if (none(b)) return a
  if (a.unit === b.unit) return { milli: a.milli + b.milli, unit: a.unit }
  return { milli: pounds(a) + pounds(b), unit: 'lb' }
}
