import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { containerNumber, isAirWaybill, tariffCode } from './numbers'

interface Cases {
  containers: Record<string, boolean | null>
  tariffs: Record<string, string | null>
  waybills: Record<string, boolean>
}
const cases = JSON.parse(readFileSync('server/vendor/testdata/numbers.json', 'utf8')) as Cases // the server is held to the same

test('a number of the trade carries its own check', () => {
  for (const [typed, want] of Object.entries(cases.containers)) expect(containerNumber(typed)?.fits ?? null, typed).toBe(want)
  expect(containerNumber('csqu 305438-3')?.number).toBe('CSQU3054383')
  for (const [typed, want] of Object.entries(cases.tariffs)) expect(tariffCode(typed) ?? null, typed).toBe(want)
  for (const [typed, want] of Object.entries(cases.waybills)) expect(isAirWaybill(typed), typed).toBe(want)
})
