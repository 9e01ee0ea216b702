import { msg } from '@lingui/core/macro'
import { measure, money } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import { lineFields } from './lineFields'
import { hazmatLabels, lineLabels, partyLabels, stopLabels } from './partNames'
import type { Typed } from './singleForm'

/** The smallest thing that two people left with different contents: a field, a part of an address, a cell of a line, a whole line. */
export interface Difference {
  name: keyof Typed & string
  /** Where it is below the field, as it stands in mine. */
  path: string
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

/**
 * What differs between what is saved now and what is typed here, of the fields that the form shows. What both have is gone into as deep as it
 * goes; what only one of them has is one thing. Lines that both have in the same order at the beginning and at the end are the same lines,
 * so that one that was put in between or taken out is told as that, and not as a change of all after it.
 */
export function differences(
  names: readonly (keyof Typed & string)[],
  theirs: Partial<Typed>,
  mine: Partial<Typed>,
  as: Reader,
): Difference[] {
  const found: Difference[] = []
  const look = (name: keyof Typed & string, path: string, key: string, a: unknown, b: unknown, taken: (part: unknown) => unknown): void => {
    const [said, says] = [toldOf(key, a, as), toldOf(key, b, as)]
    if (said === says) return
    const tell = (at: string, said: string, says: string, whole: unknown) =>
      found.push({ name, path: at, theirs: said, mine: says, taken: whole })
    if (said === '' || says === '') tell(path, said, says, taken(a))
    else if (listed(a) && listed(b)) {
      const same = (x: unknown, y: unknown) => told(x, as) === told(y, as)
      const most = Math.min(a.length, b.length)
      let from = 0
      while (from < most && same(a[from], b[from])) from++
      let end = 0
      while (end < most - from && same(a.at(-1 - end), b.at(-1 - end))) end++
      const [theirsTo, mineTo] = [a.length - end, b.length - end]
      for (let n = from; n < Math.max(theirsTo, mineTo); n++) {
        const at = `${path}[${n}]`
        if (n >= theirsTo) tell(at, '', told(b[n], as), taken(b.toSpliced(n, 1)))
        else if (n >= mineTo)
          tell(at, told(a[n], as), '', taken(b.toSpliced(mineTo, 0, a[n] as Plain))) // listed, above
        else look(name, at, '', a[n], b[n], (part) => taken(b.toSpliced(n, 1, part as Plain)))
      }
    } else if (parted(a) && parted(b)) {
      for (const k of asRead(new Set([...Object.keys(a), ...Object.keys(b)])))
        if (!own.has(k)) look(name, `${path}.${k}`, k, a[k], b[k], (part) => taken({ ...b, [k]: part }))
    } else tell(path, said, says, taken(a))
  }
  for (const name of names) look(name, '', name, theirs[name], mine[name], (whole) => whole)
  return found
}
