import { expect, it } from 'vitest'
import { driverWaits, shipperSigns } from './shipperFirst'

const line = (hazmat: boolean) => ({ hazmat: hazmat ? { id: 'UN1263' } : null })
const bill = (hazmat: boolean, noRecourse = false) =>
  ({ lines: [line(false), line(hazmat)], noRecourse }) as Parameters<typeof shipperSigns>[1] // what the rule reads of a bill
const load = { hazmat: ['UN1263, Paint, 3, PG II'], billVersion: 1 }
const plain = { hazmat: [], billVersion: 1 }

it.each([
  ['hazardous materials aboard', load, bill(true), 'hazmat'],
  ['hazardous materials left on the dock', load, bill(false), undefined],
  ['hazardous, and the bill is not on the device', load, undefined, 'hazmat'],
  ['section 7', plain, bill(false, true), 'section-7'],
  ['a corrected bill', { ...plain, billVersion: 2 }, bill(false), 'version'],
  ['an ordinary bill', plain, bill(false), undefined],
] as const)('%s', (_, l, b, want) => expect(shipperSigns({ ...l, hazmat: [...l.hazmat] }, b)).toBe(want))

it('has the driver wait for what the shipper must sign', () => {
  const certificate = { by: 'Dana' } as NonNullable<Parameters<typeof driverWaits>[1]['certificate']> // that there is one is all that counts
  expect(driverWaits('hazmat', { certificate: null })).toBe(true)
  expect(driverWaits('section-7', { certificate: null })).toBe(true)
  expect(driverWaits('hazmat', { certificate })).toBe(false)
  expect(driverWaits('version', { certificate: null })).toBe(false)
  expect(driverWaits(undefined, { certificate: null })).toBe(false)
})
