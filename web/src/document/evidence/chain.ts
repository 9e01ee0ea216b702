/** A shipment's chain of events, checked as the server checks it (server/kit/evidence/chain.go). */
import { canonical, fromBase64url } from '@sync/canonical'
import { sha256 } from '../seal/anatomy'
import { readSigned } from './envelope'

interface Event {
  shipmentId: string
  n: number
  kind: string
  data: unknown
  userId: string
  device: string
  loggedAt: number
  sig: string
  proof: string
  prev: string
  hash: string
  mutation?: string
}

export interface Device {
  id: string
  name: string
  publicKey: JsonWebKey
}

export interface Finding {
  code: string
  n?: number
  file?: string
}

/** What looking at one event by itself has told. What it says beside its neighbours is for checkOrder. */
export interface Looked {
  n: number
  shipmentId: string
  prev: string
  hash: string
  /** Its hash is not of what it says. */
  changed: boolean
  /** What the device signed is not what it rests on. */
  unproven: boolean
  /** Whether a device signed it, and what is wrong with that. */
  signed: '' | 'held' | 'evidence-device-unknown' | 'evidence-signature'
  /** The files that it names by their SHA-256. */
  named: string[]
  /** The paper that it tells was sealed, with the certificate, when. */
  sealed?: { paper: string; certificate: string; at: number }
}

const utf8 = new TextEncoder()
/** Lets the screen move. A timer, because a browser may run messages and promises for seconds on end before it draws. */
const breath = () => new Promise((then) => setTimeout(then))

/** A frame's time, in milliseconds: longer without a breath would be seen. */
const share = 16

/** Events that are with the browser's crypto at a time: one by one, each would wait for its promises. */
const batch = 64

/** Looks at each line of a text by itself. Gives the number of the first line that is no event, where there is one. */
export async function lookAt(text: Uint8Array, devices: readonly Device[], screen: boolean): Promise<{ looked: Looked[]; bad?: number }> {
  const keys = new Map<string, CryptoKey>()
  for (const d of devices)
    try {
      keys.set(d.id, await crypto.subtle.importKey('jwk', d.publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']))
    } catch {
      keys.delete(d.id) // a key that is none is not known
    }
  const looked: Looked[] = []
  let waiting: Promise<Looked>[] = []
  // Where the browser's crypto has threads of its own, they are to have something to do.
  const arrive = async () => {
    looked.push(...(await Promise.all(waiting)))
    waiting = []
  }
  let until = performance.now() + share
  for (const line of linesOf(text)) {
    let e: Event
    try {
      e = JSON.parse(line) as Event // its hash is held against every member
      if (typeof e.n !== 'number' || e.data === undefined) throw new Error('no event')
    } catch {
      await arrive()
      return { looked, bad: looked.length + 1 }
    }
    waiting.push(look(e, keys))
    if (waiting.length === batch) await arrive()
    if (!screen || performance.now() < until) continue
    await breath()
    until = performance.now() + share
  }
  await arrive()
  return { looked }
}

async function look(e: Event, keys: ReadonlyMap<string, CryptoKey>): Promise<Looked> {
  const { hash, mutation = '', ...said } = e
  const given = utf8.encode(mutation)
  const key = keys.get(e.device)
  const [own, proof, held] = await Promise.all([
    sha256(utf8.encode(canonical(said))),
    mutation ? sha256(given) : '',
    mutation && key ? signedBy(key, e, given) : false,
  ])
  const found: Looked = {
    n: e.n,
    shipmentId: e.shipmentId,
    prev: e.prev,
    hash,
    changed: own !== hash,
    unproven: e.proof !== proof,
    signed: !mutation ? '' : !key ? 'evidence-device-unknown' : held ? 'held' : 'evidence-signature',
    named: namedBy(e),
  }
  if (e.kind === 'sealed') {
    const { paper, certificate } = (e.data ?? {}) as Record<string, unknown> // written by us, or else its hash is wrong
    found.sealed = { paper: String(paper), certificate: String(certificate), at: e.loggedAt }
  }
  return found
}

async function signedBy(key: CryptoKey, { mutation = '', sig, device, userId }: Event, given: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const said = readSigned(mutation)
    if (!said || (said.device && said.device !== device) || said.user !== userId) return false
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64url(sig), given)
  } catch {
    return false
  }
}

/** The files that an event names by their SHA-256: photos, a signature's picture and strokes, a sealed paper. */
function namedBy(e: Event): string[] {
  if (typeof e.data !== 'object' || e.data === null) return []
  const { image, strokes, paper, photos } = e.data as Record<string, unknown> // each is looked at before it is used
  return [image, strokes, paper, ...(Array.isArray(photos) ? photos : [])].filter(
    (h): h is string => typeof h === 'string' && h.length === 64,
  )
}

/** Names each place that is not as it was written. */
export function checkOrder(events: readonly Looked[]): Finding[] {
  const found: Finding[] = []
  const byN = new Map<number, Looked>()
  const broken = new Set<number>()
  let last = 0
  for (const e of events) {
    const say = (code: string) => found.push({ code, n: e.n })
    if (e.changed) {
      say('evidence-event-changed')
      broken.add(e.n)
    }
    if (e.unproven) say('evidence-mutation')
    if (e.shipmentId !== events[0]?.shipmentId) say('evidence-event-foreign')
    if (e.n <= last) say('evidence-event-moved')
    last = Math.max(last, e.n)
    if (!byN.has(e.n)) byN.set(e.n, e)
  }
  // A number out of all measure must not keep us.
  for (let n = 1; n <= Math.min(last, events.length * 2 + 1000); n++) {
    const e = byN.get(n)
    const before = byN.get(n - 1)
    if (!e) found.push({ code: 'evidence-event-missing', n })
    else if (broken.has(n) || broken.has(n - 1)) continue
    else if (n === 1 ? e.prev !== '' : before && e.prev !== before.hash) found.push({ code: 'evidence-event-link', n })
  }
  return found.sort((a, b) => (a.n ?? 0) - (b.n ?? 0))
}

const newline = 10

/** One line at a time: a long text taken apart at once would hold up the screen. */
function* linesOf(raw: Uint8Array) {
  const text = new TextDecoder()
  const end = raw.at(-1) === newline ? raw.length - 1 : raw.length
  for (let from = 0; from <= end; ) {
    const found = raw.indexOf(newline, from)
    const to = found < 0 ? end : found
    yield text.decode(raw.subarray(from, to))
    from = to + 1
  }
}

/** Cuts a text of lines into about equal parts, each of whole lines. */
export function cutLines(raw: Uint8Array<ArrayBuffer>, parts: number): Uint8Array<ArrayBuffer>[] {
  const out: Uint8Array<ArrayBuffer>[] = []
  let from = 0
  for (let part = 1; part < parts && from < raw.length; part++) {
    const at = raw.indexOf(newline, Math.max(from, Math.floor((raw.length * part) / parts)))
    if (at < 0) break
    out.push(raw.subarray(from, at + 1))
    from = at + 1
  }
  if (from < raw.length || out.length === 0) out.push(raw.subarray(from))
  return out
}
