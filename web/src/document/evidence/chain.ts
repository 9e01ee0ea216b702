/** A shipment's chain of events, checked as the server checks it (server/kit/evidence/chain.go). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { canonical, fromBase64url } from '@sync/canonical'

export interface Event {
  id: string
  shipmentId: string
  n: number
  kind: string
  data: unknown
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

const utf8 = new TextEncoder()
/** The browser's own SHA-256 is a trip to another thread: for twenty thousand short texts the trips cost far more than the hashing. */
const sum = (text: string) => bytesToHex(sha256(utf8.encode(text)))

/** Lets the screen move. A timer, because a browser may run messages and promises for seconds on end before it draws. */
const breath = () => new Promise((then) => setTimeout(then))

/** A frame's time, in milliseconds: longer without a breath would be seen. */
const share = 16

/** Runs over a long list, and lets the screen move in between. */
export async function each<T>(list: Iterable<T>, run: (item: T, index: number) => void) {
  let until = performance.now() + share
  let i = 0
  for (const item of list) {
    run(item, i++)
    if (performance.now() < until) continue
    await breath()
    until = performance.now() + share
  }
}

/** Signatures that are with the browser's crypto threads at a time. */
const batch = 256

/** Names each place that is not as it was written. */
export async function checkChain(events: readonly Event[]): Promise<Finding[]> {
  const changed = new Set<Event>()
  const unproven = new Set<Event>()
  await each(events, (e) => {
    const { hash, mutation = '', ...said } = e
    if (sum(canonical(said)) !== hash) changed.add(e)
    if (e.proof !== (mutation ? sum(mutation) : '')) unproven.add(e)
  })
  const found: Finding[] = []
  const byN = new Map<number, Event>()
  const broken = new Set<number>()
  let last = 0
  for (const e of events) {
    const say = (code: string) => found.push({ code, n: e.n })
    if (changed.has(e)) {
      say('evidence-event-changed')
      broken.add(e.n)
    }
    if (unproven.has(e)) say('evidence-mutation')
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

/** Checks what the devices signed. */
export async function checkSignatures(events: readonly Event[], devices: readonly Device[]): Promise<{ found: Finding[]; signed: number }> {
  const keys = new Map<string, CryptoKey>()
  for (const d of devices)
    try {
      keys.set(d.id, await crypto.subtle.importKey('jwk', d.publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']))
    } catch {
      keys.delete(d.id) // a key that is none is not known
    }
  const bad = new Map<Event, string>()
  const mine = events.filter((e) => e.mutation)
  const judge = async (e: Event) => {
    const key = keys.get(e.device)
    if (!key) bad.set(e, 'evidence-device-unknown')
    else if (!(await signedBy(key, e))) bad.set(e, 'evidence-signature')
  }
  for (let i = 0; i < mine.length; i += batch) {
    await Promise.all(mine.slice(i, i + batch).map(judge))
    await breath()
  }
  const found = mine.flatMap((e): Finding[] => {
    const code = bad.get(e)
    return code ? [{ code, n: e.n }] : []
  })
  return { found, signed: mine.length - found.length }
}

async function signedBy(key: CryptoKey, { mutation = '', sig, device }: Event): Promise<boolean> {
  try {
    const said = JSON.parse(mutation) as { device?: string } // only held against the event
    if (said.device && said.device !== device) return false
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64url(sig), utf8.encode(mutation))
  } catch {
    return false
  }
}

/** The files that an event names by their SHA-256: photos, a signature's picture and strokes, a sealed paper. */
export function namedBy(e: Event): string[] {
  if (typeof e.data !== 'object' || e.data === null) return []
  const { image, strokes, paper, photos } = e.data as Record<string, unknown> // each is looked at before it is used
  return [image, strokes, paper, ...(Array.isArray(photos) ? photos : [])].filter(
    (h): h is string => typeof h === 'string' && h.length === 64,
  )
}
