// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Cargo, compose, type Loading, measureText } from './compose'
import { billText } from './digest'

interface Case {
  name: string
  shipment: Cargo
  loading: Loading
  canonical: string
}

const file = new URL('../../../sync/testdata/bill-compose.json', import.meta.url)
const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'))

describe('a bill made on the device', () => {
  it('has cases', () => expect(cases.length).toBeGreaterThan(3))

  it.each(cases)('is the server’s: $name', ({ shipment, loading, canonical }) => {
    expect(billText(compose(shipment, loading))).toBe(canonical)
  })
})

it.each([
  [0, 'lb', '0 lb'],
  [18_420_000, 'lb', '18,420 lb'],
  [1_234_567_890, 'kg', '1,234,567.89 kg'],
  [0, '', '0'],
])('%d %s is written %j', (milli, unit, text) => expect(measureText({ milli, unit })).toBe(text))
