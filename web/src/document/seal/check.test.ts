// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkPaper } from './check'

/** What the server's tests run, too. */
interface Case {
  name: string
  flip?: number
  cut?: number
  append?: string
  replace?: [string, string]
  whole?: string
  now?: string
  unknown?: boolean
  noStamp?: boolean
  ended?: string
  revoked?: string
  want: string[]
}
const file = JSON.parse(readFileSync(`${process.cwd()}/sync/testdata/seal.json`, 'utf8')) as {
  pdf: string
  certificate: string
  stamp: string
  sealedAt: string
  cases: Case[]
}
const bytes = (b64: string) => Uint8Array.from(Buffer.from(b64, 'base64'))

function changed(c: Case): Uint8Array<ArrayBuffer> {
  const pdf = bytes(c.whole ?? file.pdf)
  if (c.flip) pdf[c.flip] = (pdf[c.flip] ?? 0) ^ 1
  if (c.cut) return pdf.slice(0, pdf.length - c.cut)
  if (c.append) return Uint8Array.from([...pdf, ...bytes(c.append)])
  if (!c.replace) return pdf
  const text = Buffer.from(pdf).toString('latin1')
  expect(text).toContain(c.replace[0])
  return Uint8Array.from(Buffer.from(text.replace(...c.replace), 'latin1'))
}

test.each(file.cases)('paper: $name', async (c) => {
  const known = {
    seals: new Set(c.unknown ? [] : [file.certificate]),
    stamps: new Set(c.noStamp ? [] : [file.stamp]),
    ended: new Map(c.ended ? [[file.certificate, new Date(c.ended)]] : []),
    revoked: new Map(c.revoked ? [[file.certificate, new Date(c.revoked)]] : []),
  }
  const verdict = await checkPaper(changed(c), known, new Date(c.now ?? file.sealedAt))
  expect(verdict.findings).toEqual(c.want)
  if (c.want.length > 0) return
  expect(verdict.by?.name).toBe('Northgate Home Supply (bill of lading seal)')
  expect(verdict.by?.fingerprint).toBe(file.certificate)
  expect(verdict.sealedAt?.toISOString()).toBe('2026-11-20T15:00:00.000Z')
  expect(verdict.stampedAt?.toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

test('the cases are there', () => expect(file.cases.length).toBeGreaterThan(15))
