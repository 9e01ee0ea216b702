import type { DockLabelRule } from '@sync/gen/tables'
import { type DayOrder, type Facts, ownDay } from './facts'

/** How a supplier writes labels of its own, as far as a scan is concerned. */
export type Rule = Pick<DockLabelRule, 'starts' | 'length' | 'separator' | 'fields' | 'parts' | 'days'>
export const partKinds = ['pallet', 'lot', 'expiry', 'item'] as const
export type PartKind = (typeof partKinds)[number]
type Part = Rule['parts'][number]

const fieldsOf = (rule: Pick<Rule, 'separator'>, text: string) => (rule.separator ? text.split(rule.separator) : [text])

/** Whether a label is written so; the twin of matches in server/dock/label.go. */
export function matches(rule: Rule, text: string): boolean {
  if (!text.startsWith(rule.starts) || (rule.length > 0 && text.length !== rule.length)) return false
  const fields = fieldsOf(rule, text)
  if (rule.separator && fields.length !== rule.fields) return false
  return rule.parts.every(({ field, from, length }) => {
    const n = fields[field]?.length ?? 0
    return n > from && n >= from + length
  })
}

/** Whether a label could be meant by both; where nothing rules it out it could. The twin of overlaps in server/dock/label.go. */
export function overlaps(a: Rule, b: Rule): boolean {
  if (!a.starts.startsWith(b.starts) && !b.starts.startsWith(a.starts)) return false
  if (a.length > 0 && b.length > 0 && a.length !== b.length) return false
  return !(a.separator && a.separator === b.separator && a.fields !== b.fields)
}

/** What a label says by a rule; undefined where it is not written so, `misread` where its day is none. */
export function read(rule: Rule, text: string): Facts | 'misread' | undefined {
  if (!matches(rule, text)) return undefined
  const fields = fieldsOf(rule, text)
  const facts: Facts = {}
  for (const { what, field, from, length } of rule.parts) {
    const value = (fields[field] ?? '').slice(from, length > 0 ? from + length : undefined).trim()
    if (what !== 'expiry')
      facts[what as Exclude<PartKind, 'expiry'>] = value // the server keeps no other
    else {
      const on = ownDay(value, rule.days)
      if (!on) return 'misread'
      facts.expiresOn = on
    }
  }
  return facts
}

/** A part that somebody marked on a label: characters from `from` up to `to`. */
export interface Mark {
  what: PartKind
  from: number
  to: number
}

/** What may stand between the parts of a label, the surest first. */
const separators = [String.fromCharCode(0x1d), '|', ';', '~', '^', '#', '*', ',', '/', '_', ' ', '+', '$', '%', ':', '.', '-']

/** Bar codes carry these characters; a place counted in others would not be the same everywhere. */
const isPlain = (text: string) => [...text].every((c) => c === separators[0] || (c >= ' ' && c <= '~'))

/** The server keeps no longer one (server/dock/label.go). */
export const longestLabel = 200

/** A label that a rule can be made from. */
export const isTeachable = (text: string) => text.length > 3 && text.length <= longestLabel && isPlain(text)

/** Where each mark stands between separators; undefined unless each ends where a field does and none shares its field. */
function between(text: string, marks: readonly Mark[], separator: string): Part[] | undefined {
  const parts: Part[] = []
  for (const { what, from, to } of marks) {
    if (to < text.length && text[to] !== separator) return undefined
    const before = text.slice(0, from).split(separator)
    if (text.slice(from, to).includes(separator) || parts.some((p) => p.field === before.length - 1)) return undefined
    parts.push({ what, field: before.length - 1, from: before.at(-1)?.length ?? 0, length: 0 })
  }
  return parts
}

export interface Choice {
  /** How many characters at the beginning are the same on every label. */
  same: number
  /** Every label is as long as this one; only asked where no separator parts it. */
  long: boolean
  days: DayOrder | ''
}

/** The rule that reads other labels as somebody marked this one. */
export function ruleFrom(text: string, marks: readonly Mark[], { same, long, days }: Choice): Rule {
  const sorted = [...marks].sort((a, b) => a.from - b.from)
  const starts = text.slice(0, same)
  for (const separator of separators) {
    const parts = text.includes(separator) ? between(text, sorted, separator) : undefined
    if (parts) return { starts, length: 0, separator, fields: text.split(separator).length, parts, days }
  }
  const parts = sorted.map(({ what, from, to }) => ({ what, field: 0, from, length: !long && to === text.length ? 0 : to - from }))
  return { starts, length: long ? text.length : 0, separator: '', fields: 0, parts, days }
}

/** What most likely stays the same: all before the first part that was marked. */
export const sameBefore = (marks: readonly Mark[]) => Math.min(...marks.map((m) => m.from), 60)

/** Known by nothing, so that any label would fit. */
export const fitsAny = (rule: Rule) => rule.starts === '' && (rule.separator === '' || rule.fields < 2)
