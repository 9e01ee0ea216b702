// @vitest-environment node
import { readFileSync } from 'node:fs'
import { canonical } from '@sync/canonical'
import { zipOf } from '@sync/testing/zipOf'
import { expect, test } from 'vitest'
import { sha256 } from '../seal/anatomy'
import { checkBundle } from './bundle'

/** What the server's tests run, too: a bundle, what is done to it, and what must be found. */
interface Edit {
  file: string
  old?: string
  new?: string
  drop?: number
  swap?: [number, number]
  repeat?: number
  rehash?: number
  remove?: boolean
  put?: string
}
const file = JSON.parse(readFileSync(`${process.cwd()}/sync/testdata/evidence.json`, 'utf8')) as {
  certificate: string
  bundle: Record<string, string>
  cases: { name: string; edit: Edit[] | null; certificate?: string; want: string[] }[]
}
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

async function edited(files: Map<string, string>, e: Edit) {
  if (e.remove) return files.delete(e.file)
  if (e.put) return files.set(e.file, e.put)
  const body = files.get(e.file) ?? ''
  const lines = body.match(/[^\n]*\n/g) ?? []
  const [a = 0, b = 0] = e.swap ?? []
  if (e.old) {
    const old = latin(Buffer.from(e.old))
    expect(body).toContain(old)
    return files.set(
      e.file,
      body.replace(old, () => latin(Buffer.from(e.new ?? ''))),
    )
  }
  if (e.drop) lines.splice(e.drop - 1, 1)
  else if (e.swap) [lines[a - 1], lines[b - 1]] = [lines[b - 1] ?? '', lines[a - 1] ?? '']
  else if (e.repeat) lines.splice(e.repeat, 0, lines[e.repeat - 1] ?? '')
  else if (e.rehash) {
    const line = lines[e.rehash - 1] ?? ''
    const { hash, mutation: _, ...said } = JSON.parse(Buffer.from(line, 'latin1').toString()) as Record<string, unknown>
    const fresh = await sha256(new TextEncoder().encode(canonical(said)))
    lines[e.rehash - 1] = line.replace(`"hash":"${String(hash)}`, `"hash":"${fresh}`)
  }
  return files.set(e.file, lines.join(''))
}

test.each(file.cases)('bundle: $name', async (c) => {
  const files = new Map(Object.entries(file.bundle).map(([name, b64]) => [name, latin(Buffer.from(b64, 'base64'))]))
  for (const e of c.edit ?? []) await edited(files, e)
  const zip = zipOf([...files].map(([name, body]) => [name, Uint8Array.from(Buffer.from(body, 'latin1'))]))
  const verdict = await checkBundle(zip, (f) => f === (c.certificate ?? file.certificate))
  const said = verdict.findings.map((f) => [f.code, f.n, f.file].filter((v) => v !== undefined && v !== 0).join(' '))
  // Which of two files is named first is the zip's order, not the checker's.
  expect(said.sort()).toEqual([...c.want].sort())
  if (c.want.length > 0) return
  expect([verdict.signed, verdict.devices, verdict.manifest?.bill]).toEqual([5, 2, 'BOL-1'])
  expect(verdict.by?.name).toBe('Northgate Home Supply (bill of lading seal)')
})

test('what is no zip, and a zip with two files of one name, do not pass', async () => {
  expect((await checkBundle(new TextEncoder().encode('no zip'), () => true)).findings).toEqual([{ code: 'evidence-not-bundle' }])
  const all = Object.entries(file.bundle).map(([name, b64]): [string, Uint8Array<ArrayBuffer>] => [
    name,
    Uint8Array.from(Buffer.from(b64, 'base64')),
  ])
  const twice = all.filter(([name]) => name === 'events.ndjson')
  expect((await checkBundle(zipOf([...all, ...twice]), () => true)).findings).not.toEqual([])
})

test('a bundle that was signed with a revoked certificate says so', async () => {
  const all = Object.entries(file.bundle).map(([name, b64]): [string, Uint8Array<ArrayBuffer>] => [
    name,
    Uint8Array.from(Buffer.from(b64, 'base64')),
  ])
  expect((await checkBundle(zipOf(all), () => 'revoked')).findings).toEqual([{ code: 'evidence-certificate-revoked' }])
})

test('what the bundle itself tells of revocations counts, and by when they were', async () => {
  const at = Date.UTC(2026, 10, 20, 14, 5)
  const told = new TextEncoder().encode(JSON.stringify([{ certificate: file.certificate, at, why: 'stolen' }]))
  const all = Object.entries(file.bundle).map(([name, b64]): [string, Uint8Array<ArrayBuffer>] => [
    name,
    Uint8Array.from(Buffer.from(b64, 'base64')),
  ])
  const codes = async (...args: Parameters<typeof checkBundle>) => (await checkBundle(...args)).findings.map((f) => f.code)
  expect(await codes(zipOf([...all, ['revocations.json', told]]), () => true)).toContain('evidence-certificate-revoked')
  expect(await codes(zipOf(all), () => true, new Map([[file.certificate, new Date(at)]]))).toContain('evidence-certificate-revoked')
  expect(await codes(zipOf(all), () => true, new Map([['0'.repeat(64), new Date(0)]]))).toEqual([])
})
