import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refused } from './ask'
import { kept } from './kept'
import { every, type Link, troubleOf } from './useLink'

/** What is typed and not sent. It stays on the device through a closed tab and an aeroplane, and goes when it was taken. */
export interface Draft {
  /** Sent as soon as there is a connection. */
  waiting: boolean
  /** When it was typed; 0 where nothing is. */
  at: number
}

interface AnswerSpec<D extends Draft, T> {
  /** What the device keeps the draft under. */
  key: string
  nothing: D
  link: Link<T>
  send: (draft: D) => Promise<T>
  /** Whether an answer that finds no connection goes out by itself later. */
  later: boolean
  onTaken?: () => void
  /** The next draft, where something was typed while what is told here as sent was on its way and was taken: it was no part of that. Without it that is the whole draft. */
  anew?: (typed: D, sent: D) => D
}

/** The answer to a link: kept with every key, sent once, and told plainly where it is not taken. */
export function useAnswer<D extends Draft, T>({ key, nothing, link, later, ...spec }: AnswerSpec<D, T>) {
  const [draft, setDraft] = useState<D>(() => kept.read<D>(key) ?? nothing)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<{ said: string; fields: Refused['fields'] }>()
  const [lost, setLost] = useState(false)
  const busy = useRef(false)
  // What was typed while an answer is on its way, if anything: it is newer than that.
  const meanwhile = useRef<D>(undefined)
  const latest = useRef(spec)
  latest.current = spec
  const { again, hear, shown } = link

  const keep = useCallback(
    (d: D) => {
      setDraft(d)
      if (d.at > 0) kept.write(key, d)
      else kept.drop(key)
    },
    [key],
  )
  const clear = () => {
    setRefused(undefined)
    setLost(false)
  }
  const type = (part: Partial<D>) => {
    clear()
    setDraft((was) => {
      const now = { ...was, ...part, waiting: false, at: Date.now() }
      kept.write(key, now)
      if (busy.current) meanwhile.current = now
      return now
    })
  }
  const drop = () => {
    clear()
    meanwhile.current = undefined
    keep(nothing)
  }
  const send = useCallback(
    async (d: D) => {
      if (busy.current) return
      busy.current = true
      meanwhile.current = undefined
      setSending(true)
      setRefused(undefined)
      setLost(false)
      try {
        hear(await latest.current.send(d))
        const typed = meanwhile.current
        keep(typed ? (latest.current.anew?.(typed, d) ?? typed) : nothing)
        latest.current.onTaken?.()
      } catch (err) {
        const why = troubleOf(err)
        setLost(why.kind === 'no-contact')
        // What was typed since goes out when it is sent, not what it replaces.
        if (d.at > 0 && !meanwhile.current) keep({ ...d, waiting: later && why.kind === 'no-contact' })
        if (why.kind === 'refused') {
          setRefused({ said: why.said, fields: why.fields })
          void again() // what stands may be otherwise than what is shown
        }
      } finally {
        busy.current = false
        setSending(false)
      }
    },
    [hear, again, keep, nothing, later],
  )

  // What waits goes out by itself, here or when the page is opened the next time.
  useEffect(() => {
    if (!draft.waiting || !shown) return
    const go = () => void send(draft)
    const timer = setInterval(go, every)
    addEventListener('online', go)
    return () => {
      clearInterval(timer)
      removeEventListener('online', go)
    }
  }, [draft, shown, send])

  return { draft, sending, refused, lost, type, drop, clear, send: (more?: Partial<D>) => void send({ ...draft, ...more }) }
}
