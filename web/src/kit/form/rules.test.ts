import { readFileSync } from 'node:fs'
import type { FieldRule } from '@sync/gen/fields'
import { expect, test } from 'vitest'
import { fieldsOf, refusedBy } from './rules'

interface Case {
  field: string
  rule: FieldRule
  value: unknown
  code: string
  limit?: string
}
const cases = JSON.parse(readFileSync(new URL('../../../../sync/testdata/fields.json', import.meta.url), 'utf8')) as Case[] // a file of ours

test.each(cases)('$field $value is judged as the server judges it', ({ rule, value, code, limit }) => {
  const refused = refusedBy(rule, value)
  expect(refused?.code ?? '').toBe(code)
  if (limit) expect(refused?.limit).toBe(limit)
})

test('a decimal and an amount are judged by what they are worth', () => {
  expect(refusedBy({ kind: 'decimal' }, '12,5x')).toEqual({ code: 'field-malformed' })
  expect(refusedBy({ kind: 'decimal' }, '12.5')).toBeUndefined()
  expect(refusedBy({ kind: 'minor' }, Number.NaN)).toEqual({ code: 'field-malformed' })
  expect(refusedBy({ kind: 'minor', max: '100000' }, 100001)).toEqual({ code: 'field-too-large', limit: '1000.00' })
})

test("a form knows the rules of its command's request", () => {
  expect(fieldsOf('Rating/SaveTerminal').Name).toEqual({ required: true, max: '80' })
  expect(fieldsOf('No/Such')).toEqual({})
})
