import { msg } from '@lingui/core/macro'
import { measure } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import type { Typed } from './singleForm'

/** A field that two people left with different contents. */
export interface Difference {
  name: keyof Typed & string
  theirs: string
  mine: string
}

interface Reader {
  text: (w: Words) => string
  locale: string
}

const flags: Record<string, Words> = {
  Stackableitemflag: msg`Stackable`,
  WeightEach: msg`Weight is of one piece`,
  AdditionalHandling: msg`Needs additional handling`,
  residential: msg`Residential`,
  limitedQty: msg`Limited quantity`,
  marinePollutant: msg`Marine pollutant`,
  reportableQty: msg`Reportable quantity`,
}
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
    .map(([name, part]) => (part === true && flags[name] ? as.text(flags[name]) : told(part, as)))
    .filter(Boolean)
    .join(' · ')
}

/** What differs between what is saved now and what is typed here, of the fields that the form shows. */
export const differences = (
  names: readonly (keyof Typed & string)[],
  theirs: Partial<Typed>,
  mine: Partial<Typed>,
  as: Reader,
): Difference[] =>
  names.map((name) => ({ name, theirs: told(theirs[name], as), mine: told(mine[name], as) })).filter((d) => d.theirs !== d.mine)
