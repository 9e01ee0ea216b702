import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Bill, type Cargo, compose } from '@/document/compose'
import { billDigest } from '@/document/digest'
import { type Answer, answerFrames, openAnswer, sealAnswer } from './answer'
import { fromBase43, toBase43 } from './base43'
import type { Bytes } from './bytes'
import { billOf, decodeOffer, encodeOffer, newOffer, type Offer } from './offer'
import type { Shown } from './shown'

const bills = JSON.parse(readFileSync('sync/testdata/bill-compose.json', 'utf8')) as {
  name: string
  shipment: Cargo
  loading: { trailer: string; seal: string; exceptions: string[] }
}[]

const shownOf = (bill: Bill): Shown => ({
  bol: bill.number,
  carrier: bill.carrier.name,
  trailer: bill.carrier.trailer,
  seal: bill.carrier.seals.join(', '),
  to: `${bill.to.name}, ${bill.to.city} ${bill.to.state}`,
  pallets: 26,
  pieces: 960,
  weight: { milli: 18_420_500, unit: 'lb' },
  hazmat: ['UN1993, Flammable liquids, n.o.s., 3, PG II'],
  exceptions: bill.exceptions,
  driverName: 'Luis Ortega',
  bill,
})

/** A signature as a finger draws it: about two seconds at 120 points a second. */
const drawn = (points = 240) => ({
  width: 360,
  height: 180,
  strokes: [0, 1].map((s) =>
    Array.from({ length: points / 2 }, (_, i) => ({
      x: 20 + s * 150 + i * 1.3,
      y: 90 + Math.sin(i / 5 + s) * 40,
      pressure: 0.5,
      time: 1_795_000_000_000 + s * 1200 + i * 8,
    })),
  ),
})

const anAnswer = (more: Partial<Answer> = {}): Answer => ({
  name: 'José Ñúñez “Pepe”',
  language: 'es',
  consent: '1',
  pallets: 26,
  pieces: 960,
  disagrees: false,
  at: '2026-11-20T15:04:05.000Z',
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)',
  drawn: drawn(),
  ...more,
})

it('base43 carries any bytes through an address and back, and nothing else', () => {
  for (let n = 0; n < 300; n++) {
    const bytes = crypto.getRandomValues(new Uint8Array(n))
    const text = toBase43(bytes)
    expect(fromBase43(text)).toEqual(bytes)
    expect(new URL(`https://dock.test/driver#${text}`).hash.slice(1)).toBe(text)
    expect(/^[0-9A-Z$*+\-./:]*$/.test(text)).toBe(true)
  }
  for (const bad of ['0', 'abc', ':::', '::', 'A B', 'A%B']) expect(fromBase43(bad)).toBeUndefined()
})

describe('a code', () => {
  it.each(bills.map((b) => [b.name, b] as const))('carries the whole bill, with the digest that is signed: %s', async (_, c) => {
    const bill = compose(c.shipment, c.loading)
    const offer = newOffer(await billDigest(bill))
    const { text, whole: carried } = await encodeOffer(offer, shownOf(bill))
    expect(carried).toBe(true)
    const read = await decodeOffer(text)
    expect(read?.offer).toEqual(offer)
    const { bill: whole, ...facts } = read?.shown ?? shownOf(bill)
    expect(facts).toEqual({ ...shownOf(bill), bill: undefined, ...facts })
    expect(whole && (await billDigest(whole))).toBe(offer.digest)
    expect(text.length).toBeLessThan(1_500)
  })

  /** A bill with so many lines of which none is like another. */
  const long = (lines: number) => {
    const bill = compose(...args(bills[1]))
    const [line] = bill.lines
    if (!line) throw new Error('no line')
    bill.lines = Array.from({ length: lines }, (_, i) => ({ ...line, description: `Part ${i} ${crypto.randomUUID()}` }))
    return bill
  }

  it('that cannot carry a long bill is the first of several, which bring it in any order; the first shows at once what counts', async () => {
    const bill = long(60)
    const offer = newOffer(await billDigest(bill))
    const { text, more, whole } = await encodeOffer(offer, shownOf(bill))
    expect(whole).toBe(true)
    expect(more.length).toBeGreaterThan(1)
    for (const code of [text, ...more]) expect(code.length).toBeLessThanOrEqual(2_400)
    const first = await decodeOffer(text)
    expect(first).toMatchObject({ offer, shown: { bill: null, parts: more.length, pieces: 960 } })
    expect(await billOf(offer, [])).toEqual({ have: 0 })
    const back = [...more].reverse()
    expect(await billOf(offer, [...back.slice(1), ...back.slice(1)])).toEqual({ have: more.length - 1 })
    const { bill: read, have } = await billOf(offer, [...back, ...more])
    expect(have).toBe(more.length)
    expect(read?.lines.map((l) => l.description)).toEqual(bill.lines.map((l) => l.description))
    expect(read && (await billDigest(read))).toBe(offer.digest)
  })

  it('of another offer, or bent, brings no bill', async () => {
    const bill = long(60)
    const offer = newOffer(await billDigest(bill))
    const { more } = await encodeOffer(offer, shownOf(bill))
    const { more: others } = await encodeOffer(newOffer(offer.digest), shownOf(bill))
    expect(await billOf(offer, [...more.slice(1), ...others.slice(0, 1)])).toMatchObject({ wrong: true })
    const bent = more.map((f, i) => (i === 1 ? `${f.slice(0, 40)}${f[40] === '0' ? '1' : '0'}${f.slice(41)}` : f))
    expect(await billOf(offer, bent)).toMatchObject({ wrong: true })
    expect(await billOf({ ...offer, digest: 'ab'.repeat(32) }, more)).toMatchObject({ wrong: true }) // the bill is another than the one offered
    expect(await billOf(offer, ['LPN-1'])).toMatchObject({ wrong: true })
  })

  it('leaves a bill out that is longer than anybody would scan, and still fits', async () => {
    const bill = long(400)
    bill.exceptions = Array.from({ length: 90 }, () => `damaged: ${crypto.randomUUID()} ${crypto.randomUUID()}`)
    const offer = newOffer(await billDigest(bill))
    const { text, more, whole } = await encodeOffer(offer, shownOf(bill))
    expect([whole, more]).toEqual([false, []])
    expect(text.length).toBeLessThanOrEqual(2_400)
    const read = await decodeOffer(text)
    expect(read?.shown).toMatchObject({ bill: null, parts: 0, pieces: 960 })
    expect(read?.shown.exceptions).toHaveLength(6)
  })

  it('that was cut or changed is none', async () => {
    const { text } = await encodeOffer(newOffer('ab'.repeat(32)), shownOf(compose(...args(bills[0]))))
    expect(await decodeOffer(text.slice(0, 80))).toBeUndefined()
    expect(await decodeOffer(text.slice(0, -9))).toBeUndefined()
    expect(await decodeOffer('')).toBeUndefined()
    expect(await decodeOffer('LPN-0000044471')).toBeUndefined()
  })
})

const args = (c: (typeof bills)[number] | undefined): [Cargo, (typeof bills)[number]['loading']] => {
  if (!c) throw new Error('no bill')
  return [c.shipment, c.loading]
}

describe('an answer', () => {
  it('comes back as it was drawn, in whatever order its frames are read', async () => {
    const offer = newOffer('ab'.repeat(32))
    const said = anAnswer()
    const frames = answerFrames.of(await sealAnswer(offer, said))
    expect(frames.length).toBeGreaterThan(1)
    for (const f of frames) expect(f.length).toBeLessThanOrEqual(510)
    const box = answerFrames.collector()
    let whole: Bytes | undefined
    for (const f of [...frames].reverse().flatMap((f) => [f, 'LPN-1', f])) whole = box.add(f) ?? whole
    if (!whole) throw new Error('not whole')
    const opened = await openAnswer(whole, offer)
    if (!('answer' in opened)) throw new Error(opened.wrong)
    const { drawn: ink, ...words } = opened.answer
    expect(words).toEqual({ ...said, drawn: undefined, ...words })
    expect(words).toMatchObject({ name: said.name, language: 'es', pieces: 960 })
    expect(ink.strokes.map((s) => s.length)).toEqual([120, 120])
    for (const [s, stroke] of ink.strokes.entries())
      for (const [i, p] of stroke.entries()) {
        const q = said.drawn.strokes[s]?.[i]
        expect(Math.abs(p.x - (q?.x ?? 0)) + Math.abs(p.y - (q?.y ?? 0))).toBeLessThan(0.5)
      }
  })

  it('is not complete without each of its frames, and frames of another begin anew', async () => {
    const offer = newOffer('ab'.repeat(32))
    const [first, second] = [
      answerFrames.of(await sealAnswer(offer, anAnswer())),
      answerFrames.of(await sealAnswer(newOffer('ab'.repeat(32)), anAnswer())),
    ]
    const box = answerFrames.collector()
    expect(box.add(first[0] ?? '')).toBeUndefined()
    expect([box.have(), box.count()]).toEqual([1, first.length])
    for (const f of second.slice(1)) expect(box.add(f)).toBeUndefined()
    expect(box.add(second[0] ?? '')).toBeDefined()
    expect(answerFrames.is('LDA20ABCDX')).toBe(true)
    for (const no of ['LPN-0000', 'LDA', 'lda20ABCDX', '006141410000000004']) expect(answerFrames.is(no)).toBe(false)
  })

  it('to this code opens, to any other bill or code it does not', async () => {
    const mine = newOffer('ab'.repeat(32))
    const sealed = await sealAnswer(mine, anAnswer())
    const open = async (offer: Offer, bytes = sealed) => {
      const o = await openAnswer(bytes, offer)
      return 'answer' in o ? 'ok' : o.wrong
    }
    expect(await open(mine)).toBe('ok')
    expect(await open(newOffer('ab'.repeat(32)))).toBe('other-code')
    expect(await open({ ...mine, digest: 'cd'.repeat(32) })).toBe('tampered') // another bill under the same code
    expect(await open({ ...mine, key: '00'.repeat(16) })).toBe('tampered')
    const relabelled = sealed.slice()
    const other = newOffer(mine.digest)
    relabelled.set(
      Uint8Array.from(other.id.match(/../g) ?? [], (h) => Number.parseInt(h, 16)),
      1,
    )
    expect(await open(other, relabelled)).toBe('tampered') // said to be for the next code
    for (let at = 0; at < sealed.length; at += 7) {
      const bent = sealed.slice()
      bent[at] = (bent[at] ?? 0) ^ 1
      expect(await open(mine, bent)).not.toBe('ok')
    }
    expect(await open(mine, sealed.slice(0, -1))).toBe('tampered')
    expect(await open(mine, new Uint8Array([1, 2, 3]))).toBe('not-ours')
  })

  // What was ever shown on a screen must be readable by the version of the app that scans it: these texts were made once and are kept.
  const cases = JSON.parse(readFileSync('web/src/dock/phone/testdata/answers.json', 'utf8')) as {
    name: string
    offer: Offer
    frames: string[]
    opens: string
  }[]
  it.each(cases.map((c) => [c.name, c] as const))('kept case: %s', async (_, c) => {
    const box = answerFrames.collector()
    let whole: Bytes | undefined
    for (const f of c.frames) whole = box.add(f) ?? whole
    const opened = whole ? await openAnswer(whole, c.offer) : undefined
    expect(!opened ? 'incomplete' : 'answer' in opened ? opened.answer.name : opened.wrong).toBe(c.opens)
  })
})
