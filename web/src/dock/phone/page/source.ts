import { billDigest } from '@/document/public'
import { sealAnswer } from '../answer'
import { decodeOffer, type Offer } from '../offer'
import { type Shown, wholeBill } from '../shown'

/** Where the bill on this page comes from, and where the signature goes. */
export type Source = { way: 'link'; token: string } | { way: 'code'; text: string }

/** What stands behind the # of the address: it never travels to a server by itself. */
export function sourceOf(hash: string): Source | undefined {
  const text = hash.replace(/^#/, '')
  if (text.startsWith('L')) return { way: 'link', token: text.slice(1) }
  if (text.startsWith('O')) return { way: 'code', text: text.slice(1) }
  return undefined
}

/** Why it does not go on. The server's own words where it spoke. */
export class DeadEnd extends Error {
  constructor(
    readonly why: 'no-code' | 'misread' | 'no-contact' | 'refused',
    /** In the reader's language. */
    readonly said = '',
    /** The bill is to be read again before it can be signed. */
    readonly again = false,
  ) {
    super(why)
  }
}

export type Read = { shown: Shown; digest: string; offer?: Offer }

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
      signal: AbortSignal.timeout(30_000),
    })
  } catch {
    throw new DeadEnd('no-contact')
  }
  if (res.ok) return res
  const problem = (await res.json().catch(() => ({}))) as Problem
  if (!problem.code) throw new DeadEnd('no-contact') // a network's sign-in page, or nobody at all
  throw new DeadEnd('refused', problem.errors?.[0]?.message ?? problem.detail, problem.code === 'link-bill-changed')
}

/** Gets what is to be read. From a code alone nobody is asked. */
export async function read(source: Source | undefined, language: string): Promise<Read> {
  if (!source) throw new DeadEnd('no-code')
  if (source.way === 'link') {
    const { digest, bill, ...shown } = await ask<Shown & { digest: string }>('Open', language, { Token: source.token })
    return { shown: { ...shown, bill: wholeBill(bill ?? {}) }, digest }
  }
  const found = await decodeOffer(source.text)
  if (!found) throw new DeadEnd('misread')
  const { offer, shown } = found
  // What is read here must be what is signed: a bill that does not come to the digest is not shown at all.
  if (shown.bill && (await billDigest(shown.bill)) !== offer.digest) throw new DeadEnd('misread')
  return { shown, digest: offer.digest, offer }
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
