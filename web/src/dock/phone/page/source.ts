import { billDigest } from '@/document/public'
import { within } from '@/kit/later/within'
import { sealAnswer } from '../answer'
import { billOf, decodeOffer, type Offer } from '../offer'
import { type Shown, wholeBill } from '../shown'

/** Where the bill on this page comes from, and where the signature goes. */
export type Source =
  | { way: 'link'; token: string }
  | { way: 'code'; text: string }
  /** One of the codes that bring a long bill, after the first. */
  | { way: 'part'; frame: string }

/** What stands behind the # of the address: it never travels to a server by itself. */
export function sourceOf(hash: string): Source | undefined {
  const text = hash.replace(/^#/, '')
  if (text.startsWith('L')) return { way: 'link', token: text.slice(1) }
  if (text.startsWith('O')) return { way: 'code', text: text.slice(1) }
  if (text.startsWith('B')) return { way: 'part', frame: text.slice(1) }
  return undefined
}

/** Why it does not go on. The server's own words where it spoke. */
export class DeadEnd extends Error {
  constructor(
    readonly why: 'no-code' | 'first-code' | 'misread' | 'no-contact' | 'refused',
    /** In the reader's language. */
    readonly said = '',
    /** The bill is to be read again before it can be signed. */
    readonly again = false,
    /** Nothing is left to sign, here or on the tablet. */
    readonly over = false,
  ) {
    super(why)
  }
}

export type Read = {
  shown: Shown
  digest: string
  offer?: Offer
  /** How many of the codes that bring the bill were read. */
  have: number
}

// Each code opens a page of its own: what the ones before it brought is kept on the phone until the bill is signed, or for as long as a tablet shows a code.
const kept = 'lading.driver.codes'
const keptFor = 30 * 60_000

interface Codes {
  first: string
  frames: string[]
  at: number
}

function codesRead(): Codes | undefined {
  try {
    const codes = JSON.parse(localStorage.getItem(kept) ?? 'null') as Codes | null // written below
    return codes && Date.now() - codes.at < keptFor ? codes : undefined
  } catch {
    return undefined
  }
}

/** Forgets the bill's codes: it is signed. */
export const forgetCodes = () => localStorage.removeItem(kept)

/** The first code with what is known of those after it. */
function codesOf(source: Exclude<Source, { way: 'link' }>): Codes {
  const before = codesRead()
  if (source.way === 'code') return before?.first === source.text ? before : { first: source.text, frames: [], at: Date.now() }
  if (!before) throw new DeadEnd('first-code')
  return { ...before, frames: [...new Set([...before.frames, source.frame])] }
}

const nothingToSign = ['bol-already-signed', 'link-used', 'link-load-void']

interface Problem {
  code?: string
  detail?: string
  errors?: { message: string }[]
}

async function ask<T>(path: string, language: string, body: object): Promise<T> {
  return (await post(path, language, body)).json() as Promise<T> // the call's own answer
}

async function post(path: string, language: string, body: object): Promise<Response> {
  let res: Response
  try {
    res = await fetch(`/api/DriverSign/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify(body),
      signal: within(30_000),
    })
  } catch {
    throw new DeadEnd('no-contact')
  }
  if (res.ok) return res
  const problem = (await res.json().catch(() => ({}))) as Problem
  if (!problem.code) throw new DeadEnd('no-contact') // a network's sign-in page, or nobody at all
  const { code, detail, errors } = problem
  if (code === 'not-replicated-yet') throw new DeadEnd('no-contact', detail) // it is there, and not safe yet: asked again, the same is answered
  throw new DeadEnd('refused', errors?.[0]?.message ?? detail, code === 'link-bill-changed', nothingToSign.includes(code))
}

/** Gets what is to be read. From a code alone nobody is asked. */
export async function read(source: Source | undefined, language: string): Promise<Read> {
  if (!source) throw new DeadEnd('no-code')
  if (source.way === 'link') {
    const { digest, bill, ...shown } = await ask<Shown & { digest: string }>('Open', language, { Token: source.token })
    return { shown: { ...shown, bill: wholeBill(bill ?? {}) }, digest, have: 0 }
  }
  const codes = codesOf(source)
  const found = await decodeOffer(codes.first)
  if (!found) throw new DeadEnd('misread')
  const { offer, shown } = found
  if (shown.parts) {
    const { bill, have, wrong } = await billOf(offer, codes.frames)
    if (wrong) throw new DeadEnd('first-code') // of another bill, or of what this tablet showed before
    localStorage.setItem(kept, JSON.stringify(codes))
    return { shown: { ...shown, bill: bill ?? null, exceptions: bill?.exceptions ?? shown.exceptions }, digest: offer.digest, offer, have }
  }
  // What is read here must be what is signed: a bill that does not come to the digest is not shown at all.
  if (shown.bill && (await billDigest(shown.bill)) !== offer.digest) throw new DeadEnd('misread')
  return { shown, digest: offer.digest, offer, have: 0 }
}

export interface Signing {
  name: string
  language: 'en' | 'es' | 'fr'
  consent: string
  pallets: number
  pieces: number
  disagrees: boolean
  drawn: Parameters<typeof sealAnswer>[1]['drawn']
  image: Blob
  strokes: string
  photos: Blob[]
}

const base64 = async (blob: Blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}

export async function signByLink(token: string, digest: string, s: Signing): Promise<{ bol: string; signedAt: string }> {
  return ask('Sign', s.language, {
    Token: token,
    SignedBy: s.name,
    Image: await base64(s.image),
    Strokes: s.strokes,
    Consent: s.consent,
    Language: s.language,
    Pieces: s.pieces,
    Pallets: s.pallets,
    Digest: digest,
    Photos: await Promise.all(s.photos.map(base64)),
    At: new Date().toISOString(),
  })
}

export function answerTo(offer: Offer, s: Signing) {
  const { name, language, consent, pallets, pieces, disagrees, drawn } = s
  return sealAnswer(offer, {
    name,
    language,
    consent,
    pallets,
    pieces,
    disagrees,
    drawn,
    at: new Date().toISOString(),
    agent: navigator.userAgent.slice(0, 120),
  })
}

/** The paper is made a moment after the signature: it is asked for until it is there. */
export async function signedPaper(token: string, language: string): Promise<{ blob: Blob; name: string }> {
  for (let tries = 0; ; tries++)
    try {
      const res = await post('Paper', language, { Token: token })
      const named = /filename\*=UTF-8''([^;]+)/i.exec(res.headers.get('Content-Disposition') ?? '')?.[1]
      return { blob: await res.blob(), name: named ? decodeURIComponent(named) : 'BOL.pdf' }
    } catch (err) {
      if (!(err instanceof DeadEnd) || err.why !== 'refused' || tries === 8) throw err
      await new Promise((then) => setTimeout(then, 1_000))
    }
}
