import type { Strokes } from '@/kit/signature/strokes'
import { type Bytes, deflate, fromHex, hexOf, inflate, joined } from './bytes'
import { framing } from './frames'
import type { Offer } from './offer'

/** What a driver did on the phone, on its way to the tablet. */
export interface Answer {
  name: string
  language: 'en' | 'es' | 'fr'
  consent: string
  pallets: number
  pieces: number
  /** The driver counted otherwise. */
  disagrees: boolean
  /** By the phone's clock. */
  at: string
  agent: string
  drawn: Strokes
}

const version = 1
const tagBytes = 16
const scale = 1000 // the pad's width in steps: a tenth of a millimetre on a phone

/** The pen's path in steps from point to point, as small numbers are short. */
function packStrokes({ width, height, strokes }: Strokes): Bytes {
  const out: number[] = []
  const put = (n: number) => {
    let left = n < 0 ? -n * 2 - 1 : n * 2 // small numbers of either sign stay small
    while (left > 127) {
      out.push((left & 127) | 128)
      left = Math.floor(left / 128)
    }
    out.push(left)
  }
  put(Math.round(width))
  put(Math.round(height))
  put(strokes.length)
  const start = strokes[0]?.[0]?.time ?? 0
  let [x, y, t] = [0, 0, start]
  for (const points of strokes) {
    put(points.length)
    put(Math.round((points.reduce((sum, p) => sum + p.pressure, 0) / Math.max(1, points.length)) * 100))
    for (const p of points) {
      const [px, py, pt] = [Math.round((p.x / width) * scale), Math.round((p.y / width) * scale), Math.round(p.time)]
      put(px - x)
      put(py - y)
      put(pt - t)
      ;[x, y, t] = [px, py, pt]
    }
  }
  return Uint8Array.from(out)
}

function unpackStrokes(bytes: Uint8Array): Strokes {
  let at = 0
  const take = () => {
    let [n, times] = [0, 1]
    for (;;) {
      const b = bytes[at++]
      if (b === undefined || times > 2 ** 42) throw new Error('the strokes were cut')
      n += (b & 127) * times
      if (b < 128) break
      times *= 128
    }
    return n % 2 === 1 ? -(n + 1) / 2 : n / 2
  }
  const [width, height, count] = [take(), take(), take()]
  if (width <= 0 || height <= 0 || count < 0 || count > 500) throw new Error('no strokes')
  let [x, y, time] = [0, 0, 0]
  const strokes = Array.from({ length: count }, () => {
    const points = take()
    if (points < 0 || points > 20_000) throw new Error('no stroke')
    const pressure = take() / 100
    return Array.from({ length: points }, () => {
      x += take()
      y += take()
      time += take()
      return { x: (x / scale) * width, y: (y / scale) * width, pressure, time }
    })
  })
  return { width, height, strokes }
}

async function tag({ id, key, digest }: Offer, body: Bytes): Promise<Bytes> {
  const use = await crypto.subtle.importKey('raw', fromHex(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bound = joined(new TextEncoder().encode('lading answer 1'), fromHex(id), fromHex(digest), body)
  return new Uint8Array(await crypto.subtle.sign('HMAC', use, bound)).slice(0, tagBytes)
}

/** Seals an answer to one code: with its key, over the digest of the bill that was shown. */
export async function sealAnswer(offer: Offer, { drawn, ...words }: Answer): Promise<Bytes> {
  const text = new TextEncoder().encode(JSON.stringify(words))
  const length = new Uint8Array([text.length >> 8, text.length & 255])
  const body = await deflate(joined(length, text, packStrokes(drawn)))
  return joined(new Uint8Array([version]), fromHex(offer.id), await tag(offer, body), body)
}

export type Opened = { answer: Answer } | { wrong: 'not-ours' | 'other-code' | 'tampered' }

/** Opens an answer to the code that the tablet shows now. One to another code, of this bill or another, is told apart from one that was changed. */
export async function openAnswer(bytes: Bytes, offer: Offer): Promise<Opened> {
  if (bytes[0] !== version || bytes.length < 10 + tagBytes) return { wrong: 'not-ours' }
  if (hexOf(bytes.slice(1, 9)) !== offer.id) return { wrong: 'other-code' }
  const body = bytes.slice(9 + tagBytes)
  const [said, right] = [bytes.slice(9, 9 + tagBytes), await tag(offer, body)]
  if (said.some((b, i) => b !== right[i])) return { wrong: 'tampered' }
  try {
    const whole = await inflate(body)
    const length = (whole[0] ?? 0) * 256 + (whole[1] ?? 0)
    const words = JSON.parse(new TextDecoder().decode(whole.slice(2, 2 + length))) as Omit<Answer, 'drawn'> // sealed with our key by our own page
    return { answer: { ...words, drawn: unpackStrokes(whole.slice(2 + length)) } }
  } catch {
    return { wrong: 'not-ours' }
  }
}

/** The frames of an answer: codes that a tablet's camera reads off a phone without effort. */
export const answerFrames = framing('LDA', 500)
