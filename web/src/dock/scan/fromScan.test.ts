// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSscc } from '@/kit/gs1/checkDigit'
import { fromScan } from './fromScan'

describe('what a scanner read', () => {
  it.each([
    [']C140206141411234567913', '06141411234567913'],
    ['40206141411234567913', '06141411234567913'],
    ['\u001d40206141411234567913', '06141411234567913'],
    ['(402) 06141411234567913', '06141411234567913'],
    [']C100106141411234567897', '106141411234567897'],
    ['(00)106141411234567897', '106141411234567897'],
    ['(00) 1 0614141 123456789 7', '106141411234567897'],
    [' 06141411234567913 ', '06141411234567913'],
    ['LPN-000123', 'LPN-000123'],
    ['40206141411234567914', '40206141411234567914'], // the check digit does not fit: not a bill number
    [']C100106141411234567897\u001d10LOT4', '106141411234567897'], // more on the label than we need
    ['', ''],
  ])('%j is %j', (read, number) => expect(fromScan(read)).toBe(number))

  it('knows the trade’s own numbers, as the server does', () => {
    const file = new URL('../../../../server/kit/gs1/testdata/numbers.json', import.meta.url)
    const known = JSON.parse(readFileSync(file, 'utf8')) as { SSCC: { Made: { Number: string }[]; Wrong: string[] } }
    expect(known.SSCC.Made.length).toBeGreaterThan(0)
    for (const { Number: n } of known.SSCC.Made) expect(fromScan(`]C100${n}`)).toBe(n)
    for (const n of known.SSCC.Wrong) expect(isSscc(n)).toBe(false)
  })
})
