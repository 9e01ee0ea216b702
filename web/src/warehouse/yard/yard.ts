import type { WarehouseTrailer as Trailer, WarehouseYardMove, WarehouseYardRow } from '@sync/gen/tables'
import { dayIn } from '@/kit/format/day'

export type { Trailer }
export type Move = WarehouseYardMove
export type Row = WarehouseYardRow

/** Where a trailer stands: a spot of a row, a door, or neither. */
export type Place = Pick<Trailer, 'rowId' | 'spot' | 'door'>

export const nowhere: Place = { rowId: '', spot: 0, door: '' }

/** Names a place among all of a yard; empty for nowhere. */
export const keyOf = (p: Place): string => (p.door ? `door:${p.door}` : p.rowId ? `${p.rowId}:${p.spot}` : '')

/** A place on the map, in pixels from its top left corner. */
export interface Spot {
  key: string
  place: Place
  /** As on the sign: "A 7"; of a door its number alone. */
  name: string
  kind: Row['kind']
  x: number
  y: number
  wide: number
  tall: number
  trailer: Trailer | undefined
  /** A move that is to end here. */
  asked: Move | undefined
}

export interface YardMapOf {
  spots: Spot[]
  signs: { x: number; y: number; text: string }[]
  wide: number
  tall: number
}

const unit = 60
const long = 92
const margin = 22

const numberOrder = new Intl.Collator('en', { numeric: true })

/** Each row of the yard with its places. Doors that no row has are a row above all others. */
function rowsOf(rows: readonly Row[], doors: readonly string[]) {
  const told = new Set(rows.flatMap((r) => r.doors))
  const rest = doors.filter((d) => !told.has(d))
  const list = rows.map((r) => {
    const own = r.doors.length > 0 ? r.doors : rest
    const closed = new Set(r.closed.map(Number))
    const places: Place[] =
      r.kind === 'doors'
        ? own.map((door) => ({ ...nowhere, door }))
        : Array.from({ length: r.spots }, (_, n) => r.first + n).flatMap((spot) =>
            closed.has(spot) ? [] : [{ ...nowhere, rowId: r.id, spot }],
          )
    const nth = (p: Place) => (r.kind === 'doors' ? own.indexOf(p.door) : p.spot - r.first)
    return { row: r, places, nth }
  })
  if (rest.length === 0 || rows.some((r) => r.kind === 'doors' && r.doors.length === 0)) return list
  const above = Math.min(0, ...rows.map((r) => r.y - 3))
  const row = { name: '', kind: 'doors' as const, x: 0, y: above, down: false }
  return [{ row, places: rest.map((door) => ({ ...nowhere, door })), nth: (p: Place) => rest.indexOf(p.door) }, ...list]
}

/** The yard's map as its site has drawn it. */
export function mapOf(rows: readonly Row[], doors: readonly string[], trailers: readonly Trailer[], moves: readonly Move[]): YardMapOf {
  const stands = new Map(trailers.map((t) => [keyOf(t), t]))
  const asked = new Map(moves.map((m) => [keyOf(m), m]))
  const all = rowsOf(rows, doors)
  const top = Math.min(0, ...all.map(({ row }) => row.y))
  const signs: YardMapOf['signs'] = []
  const spots = all.flatMap(({ row, places, nth }) => {
    const x = margin + row.x * unit
    const y = margin + (row.y - top) * unit
    if (row.name) signs.push({ x, y: y - 6, text: row.name })
    return places.map((place): Spot => {
      const n = nth(place)
      const key = keyOf(place)
      return {
        key,
        place,
        name: place.door || `${row.name} ${place.spot}`,
        kind: row.kind,
        x: row.down ? x : x + n * unit,
        y: row.down ? y + n * unit : y,
        wide: row.down ? long : unit,
        tall: row.down ? unit : long,
        trailer: stands.get(key),
        asked: asked.get(key),
      }
    })
  })
  return {
    spots,
    signs,
    wide: margin + Math.max(0, ...spots.map((s) => s.x + s.wide)),
    tall: margin + Math.max(0, ...spots.map((s) => s.y + s.tall)),
  }
}

const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The place that an arrow key leads to from another, as they lie on the map. */
export function nextBy(key: string, from: Spot, spots: readonly Spot[]): Spot | undefined {
  const step = steps[key]
  if (!step) return undefined
  const [dx, dy] = step
  const middle = (s: Spot) => [s.x + s.wide / 2, s.y + s.tall / 2] as const
  const [fx, fy] = middle(from)
  let best: Spot | undefined
  let least = Number.POSITIVE_INFINITY
  for (const s of spots) {
    const [x, y] = middle(s)
    const along = (x - fx) * dx + (y - fy) * dy
    const aside = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx)
    const far = along + 3 * aside
    if (along > 4 && far < least) {
      best = s
      least = far
    }
  }
  return best
}

/** The place that was typed: "a7", "A 7", a door's number. */
export function spotTyped(typed: string, spots: readonly Spot[]): Spot | undefined {
  const bare = (text: string) => text.replace(/[\s-]+/g, '').toUpperCase()
  const said = bare(typed)
  if (!said) return undefined
  const byName = spots.find((s) => bare(s.name) === said)
  return byName ?? spots.find((s) => s.place.door && String(Number(s.place.door)) === said)
}

/** Days since a trailer came, by the calendar of its site. */
export const daysHere = (t: Pick<Trailer, 'cameAt'>, zone: string | undefined, now: number): number =>
  t.cameAt ? Math.max(0, Math.round((Date.parse(dayIn(zone, now)) - Date.parse(dayIn(zone, t.cameAt))) / 86_400_000)) : 0

/** How many days a drop trailer stands beyond those that its carrier has free; 0 where none are agreed. */
export const daysOver = (t: Pick<Trailer, 'cameAt' | 'dropped' | 'freeDays'>, zone: string | undefined, now: number): number =>
  t.dropped && t.freeDays >= 0 ? Math.max(0, daysHere(t, zone, now) - t.freeDays) : 0

/** A reefer's reading that is off its set point by more than 5 °F, or 3 °C. */
export function tooWarm({ setPoint, reading }: Pick<Trailer, 'setPoint' | 'reading'>): boolean {
  if (!setPoint.unit || !reading.unit) return false
  const celsius = (m: { milli: number; unit: string }) => (m.unit === 'F' ? ((m.milli - 32_000) * 5) / 9 : m.milli)
  return Math.abs(celsius(reading) - celsius(setPoint)) > 2_900
}

/** Moves in the order in which they are to be done. */
export const inOrder = (moves: readonly Move[]): Move[] => {
  const rank = { now: 0, normal: 1, later: 2 }
  return [...moves].sort((a, b) => rank[a.priority] - rank[b.priority] || (a.askedAt ?? '').localeCompare(b.askedAt ?? ''))
}

export type Shows = 'empty' | 'loaded' | 'reefer' | 'over' | 'asked' | 'adrift'

/** Which trailers a filter shows. */
export function shown(
  t: Trailer,
  by: Shows,
  { zone, now, moves }: { zone: string | undefined; now: number; moves: readonly Move[] },
): boolean {
  if (by === 'empty') return t.contents === 'empty'
  if (by === 'loaded') return t.contents === 'loaded' || t.contents === 'partial'
  if (by === 'reefer') return t.setPoint.unit !== ''
  if (by === 'over') return daysOver(t, zone, now) > 0
  if (by === 'asked') return moves.some((m) => m.trailerId === t.id)
  return keyOf(t) === ''
}

/** Whether a trailer, or where it stands, is what was typed. */
export function matches(t: Trailer, place: string, typed: string): boolean {
  const said = typed.trim().toLowerCase()
  return !said || [t.number, t.carrier, t.carrierName, t.seal, t.note, place].some((v) => v.toLowerCase().includes(said))
}

export const byNumber = (a: Trailer, b: Trailer) => numberOrder.compare(a.number, b.number)
