import { msg } from '@lingui/core/macro'
import type { Words } from '../words/words'
import { choicesIn, type GridColumn, neededIn } from './column'

/** How numbers and days are written where the person is. */
export interface Manner {
  decimal: '.' | ','
  /** Whether 3/4 is the fourth of March. */
  monthFirst: boolean
  /** Of a day without one. */
  year: number
}

export const mannerOf = (locale: string): Manner => ({
  decimal: locale.startsWith('fr') ? ',' : '.',
  monthFirst: locale.startsWith('en'),
  year: new Date().getFullYear(),
})

// What browsers and spreadsheets put around a value: hard spaces, marks without width.
const tidy = (raw: string) =>
  raw
    .replace(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .replace(/[\s\u00A0\u202F]+/g, ' ')
    .trim()

/** A number in its one form, rounded to so many places, or undefined. Grouping is taken as it is meant: 1,250.5 and 1.250,5 are the same number. */
export function readNumber(raw: string, { decimal }: Manner, places = 3): string | undefined {
  let s = raw.replace(/[ ']/g, '')
  const [comma, dot] = [s.lastIndexOf(','), s.lastIndexOf('.')]
  if (comma >= 0 && dot >= 0) s = comma > dot ? s.replaceAll('.', '').replace(',', '.') : s.replaceAll(',', '')
  else if (comma >= 0) {
    const grouped = /^[-+]?\d{1,3}(,\d{3})+$/.test(s)
    s = grouped && decimal === '.' ? s.replaceAll(',', '') : s.replace(',', '.')
  } else if (dot >= 0 && decimal === ',' && /^[-+]?\d{1,3}(\.\d{3})+$/.test(s)) s = s.replaceAll('.', '')
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(s)) return undefined
  const n = Number(s)
  return Number.isFinite(n) && Math.abs(n) < 1e12 ? String(Math.round(n * 10 ** places) / 10 ** places) : undefined
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A day as year-month-day, or undefined. */
export function readDay(raw: string, { monthFirst, year }: Manner): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(raw)
  const short = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/.exec(raw)
  const named = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*\.?[-/. ]?(\d{4}|\d{2})?$/i.exec(raw)
  let y: number
  let m: number
  let d: number
  if (iso) [y, m, d] = [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  else if (short) {
    const [a, b] = [Number(short[1]), Number(short[2])]
    ;[m, d] = monthFirst ? [a, b] : [b, a]
    if (m > 12 && d <= 12) [m, d] = [d, m] // 23/11 is no month: there is only one way to read it
    y = short[3] ? Number(short[3]) : year
  } else if (named) {
    ;[d, m, y] = [Number(named[1]), months.indexOf((named[2] ?? '').toLowerCase()) + 1, named[3] ? Number(named[3]) : year]
  } else return undefined
  if (y < 100) y += 2000
  const at = new Date(Date.UTC(y, m - 1, d))
  if (y < 2000 || y > 2099 || at.getUTCMonth() !== m - 1 || at.getUTCDate() !== d) return undefined
  return at.toISOString().slice(0, 10)
}

/** A time of day on a 24-hour clock, or undefined. */
export function readClock(raw: string): string | undefined {
  const found = /^(\d{1,2})(?::?(\d{2}))?(?::\d{2})?\s*(a|p)?\.?m?\.?$/i.exec(raw)
  if (!found) return undefined
  let h = Number(found[1])
  const m = Number(found[2] ?? 0)
  const half = found[3]?.toLowerCase()
  if (half && (h < 1 || h > 12)) return undefined
  if (half === 'p' && h < 12) h += 12
  if (half === 'a' && h === 12) h = 0
  return h > 23 || m > 59 ? undefined : `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'sí', 'si', 's', 'oui', 'o', 'vrai', 'verdadero', '✓'])
const no = new Set(['', 'no', 'n', 'false', '0', 'non', 'faux', 'falso'])

/** Brings what was typed or pasted into the column's one form. What cannot be read stays as it is, to be seen and put right. */
export function read<R>(c: GridColumn<R>, raw: string, row: R, manner: Manner): string {
  const s = tidy(raw)
  switch (c.kind) {
    case 'number':
    case 'whole':
      return s === '' ? '' : (readNumber(s, manner) ?? s)
    case 'day':
      return readDay(s, manner) ?? s
    case 'clock':
      return readClock(s) ?? s
    case 'flag':
      return yes.has(s.toLowerCase()) ? 'yes' : no.has(s.toLowerCase()) ? '' : s
    case 'choice': {
      const low = s.toLowerCase()
      const hit =
        choicesIn(c, row).find((o) => o.value.toLowerCase() === low) ?? choicesIn(c, row).find((o) => o.label?.toLowerCase() === low)
      return hit ? hit.value : s
    }
    default:
      return raw.includes('\n') ? raw.replace(/\r/g, '').trim() : s
  }
}

const anywhere: Manner = { decimal: '.', monthFirst: true, year: 2000 } // year-month-day is read alike everywhere

/** What is wrong with a cell, if anything is. */
export function faultOf<R>(c: GridColumn<R>, text: string, row: R, of: (key: string) => string): Words | undefined {
  if (text === '') return neededIn(c, row) ? msg`This cell needs a value.` : c.check?.(text, of, row)
  switch (c.kind) {
    case 'number':
    case 'whole': {
      const n = Number(text)
      if (!/^[-+]?\d*\.?\d+$/.test(text) || !Number.isFinite(n)) return msg`${text} is not a number.`
      if (c.kind === 'whole' && !Number.isInteger(n)) return msg`${text} is not a whole number.`
      const { min, max } = c
      if (min !== undefined && n < min) return msg`At least ${min}.`
      if (max !== undefined && n > max) return msg`At most ${max}.`
      break
    }
    case 'day':
      if (readDay(text, anywhere) !== text) return msg`${text} is not a day.`
      break
    case 'clock':
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return msg`${text} is not a time of day.`
      break
    case 'flag':
      if (text !== 'yes') return msg`${text} is neither yes nor no.`
      break
    case 'choice':
      if (!c.open && !choicesIn(c, row).some((o) => o.value === text)) return msg`${text} is not one of the choices.`
      break
  }
  const { max } = c
  if (c.kind !== 'number' && c.kind !== 'whole' && max !== undefined && text.length > max) return msg`At most ${max} characters.`
  return c.check?.(text, of, row)
}
