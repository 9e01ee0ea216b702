import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NoContact, Refused } from './ask'
import { kept } from './kept'

export type Trouble = { kind: 'no-contact' } | { kind: 'refused'; status: number; code: string; said: string; fields: Refused['fields'] }

/** What kept the server from answering with what was asked for; anything else is a defect of ours. */
export const troubleOf = (err: unknown): Trouble => {
  if (err instanceof Refused)
    return { kind: 'refused', status: err.status, code: err.code, said: err.fields[0]?.message || err.said, fields: err.fields }
  if (err instanceof NoContact) return { kind: 'no-contact' }
  throw err
}

/** Whether it passes by itself. */
const passes = (t: Trouble | undefined) => t?.kind === 'no-contact' || t?.status === 429

/** How often what waits for a connection is tried. The browser's own idea of being online is only a hint. */
export const every = 5_000

/** How often an open page asks what stands: a link may be asked thirty times a minute. */
const live = 10_000

interface LinkSpec<T> {
  /** What the device keeps it under. No secret. */
  key: string
  /** Asks the server; again is set where the page asks by itself, and nobody looked anew. */
  ask: (again: boolean) => Promise<T>
  /** The server's clock when it said so. */
  now: (shown: T) => string | null
  /** Whether there is something to answer: as long as there is, the page hears of what the sender changes. */
  open: (shown: T) => boolean
}

export interface Link<T> {
  shown: T | undefined
  /** How far the server's clock is ahead of this device's: times are judged by that one. */
  ahead: number
  trouble: Trouble | undefined
  /** Whether what is shown was said to this page; else it is what the device kept. */
  fresh: boolean
  again: () => Promise<void>
  /** Takes what the server said to something else than the page's own question. */
  hear: (shown: T) => void
}

/** What lies behind a link, as the server says it now, or said it last where it cannot be reached. */
export function useLink<T>({ key, ask, now, open }: LinkSpec<T>): Link<T> {
  const { i18n } = useLingui()
  const at = `lading.link.${key}`
  const [said, setSaid] = useState(() => kept.read<{ shown: T; ahead: number }>(at))
  const [trouble, setTrouble] = useState<Trouble>()
  const [fresh, setFresh] = useState(false)
  const spec = useRef({ ask, now })
  spec.current = { ask, now }

  // What was asked before an answer was received may come after that, and tell of before. The server's clock cannot tell which is newer: it reads
  // while it writes. So questions are numbered, and what the server says to an answer counts as asked when it is heard.
  const asked = useRef(0)
  const heard = useRef(0)
  const take = useCallback(
    (question: number, shown: T) => {
      if (question < heard.current) return
      heard.current = question
      const next = { shown, ahead: Date.parse(spec.current.now(shown) ?? '') - Date.now() || 0 }
      setSaid(next)
      kept.write(at, next)
      setTrouble(undefined)
      setFresh(true)
    },
    [at],
  )
  const load = useCallback(
    async (again: boolean) => {
      const question = ++asked.current
      try {
        take(question, await spec.current.ask(again))
      } catch (err) {
        setTrouble(troubleOf(err))
      }
    },
    [take],
  )

  const spoken = useRef('')
  useEffect(() => {
    void load(spoken.current !== '') // in another language a refusal reads otherwise
    spoken.current = i18n.locale
  }, [load, i18n.locale])
  useEffect(() => {
    // Who comes back to the page after a while sees what stands now.
    const back = () => document.visibilityState === 'visible' && void load(true)
    addEventListener('visibilitychange', back)
    return () => removeEventListener('visibilitychange', back)
  }, [load])

  // Until it is heard of once, the page asks again by itself.
  const lost = passes(trouble)
  useEffect(() => {
    if (!lost) return
    const again = () => void load(true)
    const timer = setInterval(again, every)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [lost, load])

  const answerable = said ? open(said.shown) : false
  useEffect(() => {
    if (!answerable) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(true), live)
    return () => clearInterval(timer)
  }, [answerable, load])

  return {
    shown: said?.shown,
    ahead: said?.ahead ?? 0,
    trouble,
    fresh,
    again: useCallback(() => load(true), [load]),
    hear: useCallback((shown: T) => take(++asked.current, shown), [take]),
  }
}
