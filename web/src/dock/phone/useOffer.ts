import { call, NoContact } from '@sync/call'
import { working } from '@sync/client'
import { useEffect, useRef, useState } from 'react'
import { billDigest } from '@/document/public'
import { useSyncView } from '@/kit/remote/user'
import { useKept } from '../load/kept'
import { hexOf } from './bytes'
import { encodeOffer, newOffer, type Offer } from './offer'
import type { Shown } from './shown'

export type Code =
  /** The phone asks the server, by a link that is good once. */
  | { way: 'link'; address: string }
  /** The phone asks nobody: everything is in the code, and the answer comes back as one. */
  | {
      way: 'code'
      /** Of the first code, which opens the page, and of those that bring a long bill. */
      addresses: string[]
      offer: Offer
      /** The whole bill is in the codes; otherwise the phone shows what counts, and the bill is read here. */
      whole: boolean
    }

const life = 30 * 60_000
const pages = '/driver#'

/** The code that the driver's phone reads now. It is another as soon as the bill is another. */
export function useOffer(load: string, shown: Shown | undefined): { code: Code | undefined; trouble: unknown; used: () => void } {
  const offline = useSyncView().contact === 'offline' // a page that has just begun has not heard yet, and asks: a code that is shown stays
  const [kept, keep, drop] = useKept<{ offer: Offer; at: number } | null>(`phone.${load}`, null)
  const [code, setCode] = useState<Code>()
  const [trouble, setTrouble] = useState<unknown>()
  const text = shown && JSON.stringify(shown)
  const held = useRef(kept)
  held.current = kept

  // biome-ignore lint/correctness/useExhaustiveDependencies: keep is new each time and is only written to
  useEffect(() => {
    if (!text) return
    const what = JSON.parse(text) as Shown // the same, by its content: rows come anew with every change of others
    let gone = false
    const byCode = async () => {
      if (!what.bill) return
      const digest = await billDigest(what.bill)
      const before = held.current
      const offer = before && before.offer.digest === digest && Date.now() - before.at < life ? before.offer : newOffer(digest)
      const { text, more, whole } = await encodeOffer(offer, what)
      const addresses = [`O${text}`, ...more.map((m) => `B${m}`)].map((t) => `${location.origin}${pages}${t}`)
      if (gone) return
      if (offer !== before?.offer) keep({ offer, at: Date.now() })
      setCode({ way: 'code', addresses, offer, whole })
    }
    const make = async () => {
      setTrouble(undefined)
      if (offline) return byCode()
      // The secret is made here and shown here; the server is told its hash alone.
      const secret = crypto.getRandomValues(new Uint8Array(32))
      const token = `${working().person.org}.${btoa(String.fromCharCode(...secret))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')}`
      const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
      try {
        await call('DockView/OfferSignature', { ShipmentId: load, Hash: hash }, { timeout: 5_000 })
        if (!gone) setCode({ way: 'link', address: `${location.origin}${pages}L${token}` })
      } catch (err) {
        if (!(err instanceof NoContact)) throw err
        if (!gone) await byCode()
      }
    }
    void make().catch((err) => !gone && setTrouble(err))
    return () => {
      gone = true
    }
  }, [load, text, offline])
  return { code, trouble, used: drop }
}
