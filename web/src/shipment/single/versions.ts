import { msg } from '@lingui/core/macro'
import { measure, money } from '@/kit/format/measure'
import { whose } from '@/kit/version/whose'
import type { Words } from '@/kit/words/words'
import { lineFields } from './lineFields'
import { hazmatLabels, lineLabels, partyLabels, stopLabels } from './partNames'
import type { Typed } from './singleForm'

type Name = keyof Typed & string

export interface Place {
  name: Name
  /** Where it is below the field, as it stands in mine. */
  path: string
}

/** The smallest thing that two people left with different contents: a field, a part of an address, a cell of a line, a whole line. */
export interface Difference extends Place {
  theirs: string
  mine: string
  /** What the field holds once theirs is taken in this one place. */
  taken: unknown
}

interface Reader {
  text: (w: Words) => string
  locale: string
}

const flags: Record<string, Words> = { ...lineLabels, ...hazmatLabels, ...partyLabels }
// What the page notes for itself, the key of a stop, the word of a unit: nobody typed them.
const own = new Set(['isNmfcValid', 'StopID', 'OrderUom'])

/** What a field holds, in one line for a person. What holds nothing, in whatever form, is empty. */
export function told(v: unknown, as: Reader): string {
  if (v === undefined || v === null || v === false || v === 0) return ''
  if (v === true) return as.text(msg`yes`)
  if (Array.isArray(v)) return v.map((one) => told(one, as)).join('; ')
  if (typeof v !== 'object') return String(v).trim()
  if ('milli' in v && 'unit' in v) return v.milli ? measure(v as { milli: number; unit: string }, as.locale) : '' // its two parts were just seen
  return Object.entries(v)
    .filter(([name]) => !own.has(name))
    .sort(([a], [b]) => a.localeCompare(b)) // the order in which somebody typed says nothing
    .map(([name, part]) => (part === true && flags[name] ? as.text(flags[name]) : toldOf(name, part, as)))
    .filter(Boolean)
    .join(' · ')
}

const toldOf = (name: string, v: unknown, as: Reader) =>
  name === 'declaredMinor' && typeof v === 'number' && v > 0 ? money(v, 'USD', as.locale) : told(v, as)

/** What a field holds, to be compared: each part with its name, since 40 pieces are not 40 pallets. What holds nothing, in whatever form, is empty. */
function mark(v: unknown): string {
  if (v === undefined || v === null || v === false || v === 0) return ''
  if (Array.isArray(v)) {
    const all = v.map(mark)
    return all.some(Boolean) ? JSON.stringify(all) : ''
  }
  if (typeof v !== 'object') return String(v).trim()
  if ('milli' in v && 'unit' in v) return v.milli ? `${v.milli} ${v.unit}` : ''
  const parts = Object.entries(v).flatMap(([name, part]) => (!own.has(name) && mark(part) ? [[name, mark(part)]] : []))
  return parts.length > 0 ? JSON.stringify(parts.sort()) : ''
}

// The parts in the order in which the page has them.
const ranked = [
  ...Object.keys(partyLabels),
  ...new Set([...lineFields.prepaid, ...lineFields.parcel].map((f) => f.name)),
  ...Object.keys({ ...lineLabels, ...hazmatLabels, ...stopLabels }),
]
const asRead = (keys: ReadonlySet<string>) => [...keys].sort((a, b) => ranked.indexOf(a) - ranked.indexOf(b))

/** What is typed here, without what the page itself wrote: its person's own address where the origin had none. There theirs stands. */
export function typedOnly(mine: Partial<Typed>, theirs: Partial<Typed>, user: string): Partial<Typed> {
  const { Origin } = mine
  const email = theirs.Origin?.email
  return Origin && email && Origin.email === user ? { ...mine, Origin: { ...Origin, email } } : mine
}

type Plain = Record<string, unknown>
const parted = (v: unknown): v is Plain => typeof v === 'object' && v !== null && !Array.isArray(v) && !('milli' in v)
const listed = (v: unknown): v is Plain[] => Array.isArray(v) && v.length > 0 && v.every(parted)

/** One part of what they have, with what the page knows of it: theirs is no wrong item of the NMFC because mine was one. */
const cellOf = (of: Plain, key: string, part: unknown): Plain => ({
  [key]: part,
  ...(key === 'NMFCCode' ? { isNmfcValid: of.isNmfcValid } : {}),
})

const unknown = Symbol('what both began from is not known, or not which line is which')

/** What both began from, as far as it says which of the two changed something. */
interface Base {
  of: (name: Name) => unknown
}

/** Stops name lines by their place: where lines came, went or changed places, the two fields are one thing, and it is whoever's alone who changed it alone. */
function baseOf(base: Partial<Typed>, theirs: Partial<Typed>, mine: Partial<Typed>): Base {
  const all = [base, theirs, mine]
  const lines = all.map((v) => JSON.stringify(v.Items?.map((line) => mark(line.Description))))
  const moved = new Set(lines).size > 1 && all.some((v) => v.ShipmentStops?.length)
  const changed = (by: Partial<Typed>) => (['Items', 'ShipmentStops'] as const).some((n) => mark(by[n]) !== mark(base[n]))
  const torn = moved && changed(mine) && changed(theirs)
  return { of: (name) => (torn && (name === 'Items' || name === 'ShipmentStops') ? unknown : base[name]) }
}

/**
 * How many lines at the beginning are the same lines in all three, so that each of their cells has its own history. None where that is in doubt: every line has a
 * name of its own, no line of the base is missing or called otherwise, and only one side put lines behind them.
 */
function fellows(base: unknown, theirs: unknown, mine: unknown): number {
  if (!listed(base) || !listed(theirs) || !listed(mine)) return 0
  const n = base.length
  const [more, further] = [theirs.slice(n), mine.slice(n)]
  if (more.length > 0 && further.length > 0 && mark(more) !== mark(further)) return 0
  const names = (lines: Plain[]) => lines.slice(0, n).map((line) => mark(line.Description ?? line.DropOffAddress))
  const known = names(base)
  const same = [theirs, mine].every((lines) => lines.length >= n && String(names(lines)) === String(known))
  return same && new Set(known).size === n ? n : 0
}

/**
 * What only somebody else changed, put into what is typed here: whole fields, and cells of lines of goods. An address is one thing, and so is what is hazardous in a
 * line: of two halves nobody has seen the whole.
 */
export function merged(
  names: readonly Name[],
  began: Partial<Typed>,
  theirs: Partial<Typed>,
  mine: Partial<Typed>,
): { values: Partial<Typed>; base: Partial<Typed>; taken: Place[] } {
  const base = baseOf(began, theirs, mine)
  const taken: Place[] = []
  // What is taken is what both begin from now. Otherwise it would be mine as soon as they take it back.
  const one = (name: Name): { value: unknown; base: unknown } | undefined => {
    const [c, b, a]: unknown[] = [base.of(name), mine[name], theirs[name]]
    if (c === unknown) return undefined
    const stands = whose(mark(c), mark(b), mark(a))
    if (stands === 'theirs') {
      taken.push({ name, path: '' })
      return { value: a, base: a }
    }
    const n = stands === 'both' ? fellows(c, a, b) : 0
    if (n === 0 || !listed(c) || !listed(b) || !listed(a)) return undefined
    const before = taken.length
    const cells = c.map((was, i): Plain => {
      const [line, said] = [b[i] ?? {}, a[i] ?? {}] // neither has fewer lines
      const keys = asRead(new Set([...Object.keys(said), ...Object.keys(line)])).filter(
        (k) => !own.has(k) && whose(mark(was[k]), mark(line[k]), mark(said[k])) === 'theirs',
      )
      for (const k of keys) taken.push({ name, path: `[${i}].${k}` })
      return Object.assign({}, ...keys.map((k) => cellOf(said, k, said[k])))
    })
    const over = (lines: Plain[]) => lines.map((line, i) => ({ ...line, ...cells[i] }))
    const more = b.length > n ? [] : a.slice(n) // behind mine alone, or theirs as well, nothing is put
    for (const i of more.keys()) taken.push({ name, path: `[${n + i}]` })
    return taken.length > before ? { value: [...over(b), ...more], base: [...over(c), ...more] } : undefined
  }
  const [values, since]: [Partial<Typed>, Partial<Typed>] = [{}, {}]
  for (const name of names) {
    const got = one(name)
    if (!got) continue
    Object.assign(values, { [name]: got.value })
    Object.assign(since, { [name]: got.base })
  }
  return { values, base: since, taken }
}

/**
 * What differs between what is saved now and what is typed here, of the fields that the form shows. What both have is gone into as deep as it
 * goes; what only one of them has is one thing. Lines that both have in the same order at the beginning and at the end are the same lines,
 * so that one that was put in between or taken out is told as that, and not as a change of all after it. Where it is known what both began from, what only
 * the typing changed is no difference.
 */
export function differences(
  names: readonly Name[],
  theirs: Partial<Typed>,
  mine: Partial<Typed>,
  as: Reader,
  began?: Partial<Typed>,
): Difference[] {
  const found: Difference[] = []
  const base = began && baseOf(began, theirs, mine)
  const look = (name: Name, path: string, key: string, c: unknown, a: unknown, b: unknown, taken: (part: unknown) => unknown): void => {
    if (mark(a) === mark(b) || (c !== unknown && mark(c) === mark(a))) return
    const [said, says] = [toldOf(key, a, as), toldOf(key, b, as)]
    const tell = (at: string, said: string, says: string, whole: unknown) =>
      found.push({ name, path: at, theirs: said, mine: says, taken: whole })
    if (said === '' || says === '') tell(path, said, says, taken(a))
    else if (listed(a) && listed(b)) {
      const known = fellows(c, a, b)
      const same = (x: unknown, y: unknown) => mark(x) === mark(y)
      const most = Math.min(a.length, b.length)
      let from = 0
      while (from < most && same(a[from], b[from])) from++
      let end = 0
      while (end < most - from && same(a.at(-1 - end), b.at(-1 - end))) end++
      const [theirsTo, mineTo] = [a.length - end, b.length - end]
      for (let n = from; n < Math.max(theirsTo, mineTo); n++) {
        const at = `${path}[${n}]`
        if (n >= theirsTo) {
          if (known === 0) tell(at, '', told(b[n], as), taken(b.toSpliced(n, 1)))
        } else if (n >= mineTo)
          tell(at, told(a[n], as), '', taken(b.toSpliced(mineTo, 0, a[n] as Plain))) // listed, above
        else look(name, at, '', n < known && listed(c) ? c[n] : unknown, a[n], b[n], (part) => taken(b.toSpliced(n, 1, part as Plain)))
      }
    } else if (parted(a) && parted(b)) {
      const was = path.endsWith(']') && parted(c) ? c : undefined // of an address its parts are one thing
      for (const k of asRead(new Set([...Object.keys(a), ...Object.keys(b)])))
        if (!own.has(k)) look(name, `${path}.${k}`, k, was ? was[k] : unknown, a[k], b[k], (part) => taken({ ...b, ...cellOf(a, k, part) }))
    } else tell(path, said, says, taken(a))
  }
  for (const name of names) look(name, '', name, base ? base.of(name) : unknown, theirs[name], mine[name], (whole) => whole)
  return found
}
