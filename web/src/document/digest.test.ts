// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { billDigest, billText } from './digest'

interface Case {
  name: string
  bill: { lines: object[] | null }
  canonical: string
  digest: string
}

const file = new URL('../../../sync/testdata/bill-digest.json', import.meta.url)
const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'))

describe("a bill's digest", () => {
  it('has cases', () => expect(cases.length).toBeGreaterThan(3))

  it.each(cases)('is the server’s: $name', async ({ bill, canonical, digest }) => {
    expect(billText(bill)).toBe(canonical)
    expect(await billDigest(bill)).toBe(digest)
  })

  it('changes with the bill and not with its signatures', async () => {
    const { bill, digest } = cases.find((c) => c.name === 'ordinary') as Case
    expect(await billDigest({ ...bill, signatures: [{ name: 'Ada' }] })).toBe(digest)
    expect(await billDigest({ ...bill, lines: [{ ...bill.lines?.[0], units: 99 }] })).not.toBe(digest)
  })
})
