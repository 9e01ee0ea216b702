import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { base64url, canonical, fromBase64url, sign, signedText, verify } from './canonical'
import { Sum } from './digest'
import { TestClock } from './testing/world'
import { ulids } from './ulid'

const cases: { name: string; json: string; canonical: string }[] = JSON.parse(
  readFileSync(new URL('../testdata/canonical.json', import.meta.url), 'utf8'),
)

describe('canonical JSON', () => {
  it.each(cases)('is the server’s: $name', ({ json, canonical: text }) => expect(canonical(JSON.parse(json))).toBe(text))

  it('sorts keys at every level and writes literals as JSON does', () => {
    expect(canonical({ b: 1.5, a: [{ d: null, c: 'é"\u2028' }], A: true, u: undefined })).toBe(
      '{"A":true,"a":[{"c":"é\\"\u2028","d":null}],"b":1.5}',
    )
  })

  it('covers the named fields of a mutation and no others', () => {
    const m = {
      seq: 7,
      id: 'I',
      op: 'O',
      args: { z: 1, a: 2 },
      subjects: ['shipment:S'],
      at: 't',
      atRaw: 'r',
      user: 'U',
      replaces: null,
      device: 'D',
      sig: 'x',
      n: 3,
    }
    expect(signedText(m)).toBe(
      '{"args":{"a":2,"z":1},"at":"t","atRaw":"r","device":"D","id":"I","op":"O","replaces":null,"seq":7,"subjects":["shipment:S"],"user":"U"}',
    )
  })

  it('is signed raw and in base64url, and a changed byte does not verify', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const sig = await sign(crypto.subtle, privateKey, 'text')
    expect(fromBase64url(sig)).toHaveLength(64)
    expect(base64url(fromBase64url(sig))).toBe(sig)
    expect(await verify(crypto.subtle, publicKey, 'text', sig)).toBe(true)
    expect(await verify(crypto.subtle, publicKey, 'Text', sig)).toBe(false)
  })
})

describe('the digest', () => {
  it('is the wrapping sum of FNV-1a-64', () => {
    const texts = Array.from({ length: 300 }, (_, i) => `dock_pallet\u0000K${i}ü\u0000${i * 7919}`)
    const bytes = new TextEncoder()
    let sum = 0n
    for (const text of texts) {
      let h = 0xcbf29ce484222325n
      for (const byte of bytes.encode(text)) h = ((h ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
      sum = (sum + h) & 0xffffffffffffffffn
    }
    const ours = new Sum()
    for (const text of texts) ours.add(text)
    expect(ours.toString()).toBe(`300:${sum.toString(16).padStart(16, '0')}`)
    const one = new Sum()
    one.add('a') // the published vector
    expect(one.toString()).toBe('1:af63dc4c8601ec8c')
  })
})

it('keys sort in the order they were made, even when the clock steps back', () => {
  const clock = new TestClock()
  const next = ulids(clock, Math.random)
  const keys = [next(), next()]
  clock.jump(-5_000)
  keys.push(next())
  clock.jump(60_000)
  keys.push(next())
  expect([...keys].sort()).toEqual(keys)
  expect(keys[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})
