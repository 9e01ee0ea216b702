import { type FieldRule, fields, requests } from '@sync/gen/fields'
import { rules } from '../rule/rule'

/** What the fields of a command's request must be, by name; nothing where the call is none of ours. */
export const fieldsOf = (op: string): Readonly<Record<string, FieldRule>> => fields[requests[op] ?? ''] ?? {}

/** Why a value is refused: a code of the server's catalogue, with the limit. */
export interface Refused {
  code: string
  limit?: string
}

const nothing = (v: unknown) => v === undefined || v === null || v === '' || (Array.isArray(v) && v.length === 0)
const isDay = (v: unknown) => {
  const at = typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v) ? Date.parse(v) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(String(v)) // some read 2026-11-31 as the first of December
}
const email = new RegExp(rules.email)
const numbers = new Set(['whole', 'number', 'decimal', 'minor'])

/** Judges a value as the server will: the cases of sync/testdata/fields.json run there and here. */
export function refusedBy(rule: FieldRule, value: unknown): Refused | undefined {
  const v =
    typeof value === 'string' && rule.upper ? value.trim().toUpperCase() : typeof value === 'string' && rule.trim ? value.trim() : value
  if (nothing(v)) return rule.required ? { code: 'field-required' } : undefined
  const limit = (code: string, limit: string): Refused => ({ code, limit })
  if (numbers.has(rule.kind ?? '')) {
    const n = typeof v === 'string' && !/^-?\d{1,12}(\.\d{1,4})?$/.test(v) ? Number.NaN : Number(v)
    if (!Number.isFinite(n) || (rule.kind === 'whole' && !Number.isInteger(n))) return { code: 'field-malformed' }
    if (rule.required && n === 0 && rule.kind !== 'decimal') return { code: 'field-required' }
    const shown = (bound: string) => (rule.kind === 'minor' ? (Number(bound) / 100).toFixed(2) : bound)
    if (rule.min !== undefined && n < Number(rule.min)) return limit('field-too-small', shown(rule.min))
    if (rule.over !== undefined && n <= Number(rule.over)) return limit('field-too-small', shown(rule.over))
    if (rule.max !== undefined && n > Number(rule.max)) return limit('field-too-large', shown(rule.max))
    return undefined
  }
  if (typeof v === 'string' || Array.isArray(v)) {
    const length = typeof v === 'string' ? [...v].length : v.length
    if (rule.max !== undefined && length > Number(rule.max)) return limit('field-too-long', rule.max)
    if (rule.min !== undefined && length < Number(rule.min)) return limit('field-too-short', rule.min)
    if (rule.len !== undefined && length !== Number(rule.len)) return limit('field-wrong-length', rule.len)
  }
  if (rule.values && typeof v === 'string' && !rule.values.includes(v)) return limit('field-not-offered', rule.values.join(' '))
  if (Array.isArray(v)) {
    if (rule.checks?.includes('unique') && new Set(v).size < v.length) return { code: 'field-malformed' }
    if (rule.each)
      for (const one of v) {
        const bad = refusedBy(rule.each, one)
        if (bad) return bad
      }
    return undefined
  }
  if (rule.checks?.includes('day') && !isDay(v)) return { code: 'field-not-day' }
  if (rule.checks?.includes('email') && !(typeof v === 'string' && email.test(v))) return { code: 'field-not-email' }
  return undefined
}
