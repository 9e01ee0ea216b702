import { useState } from 'react'
import { useUserId } from '@/kit/remote/user'

const key = 'lading.multiple.unsent'

/** Of a run over many rows, what is on its way to the server and what has not left the page. */
export interface Unsent {
  user: string
  going: readonly string[]
  left: readonly string[]
}

/** Whether this page is at it still: a run goes on when another stage is looked at. */
let running = false

/**
 * A long run goes out in parts. A page that is reloaded in the middle forgets the rest, and nothing sends it by itself: the person who comes back sees
 * which rows were not sent, and decides again. For this tab's life, and for the one who began it.
 */
export const unsent = {
  keep(of: Unsent) {
    running = of.going.length + of.left.length > 0
    try {
      if (running) sessionStorage.setItem(key, JSON.stringify(of))
      else sessionStorage.removeItem(key)
    } catch {
      // A full store costs the memory of the run, never the run.
    }
  },
  /** What a page before this one left; nothing while this one is at it itself. */
  found(user: string): Unsent | undefined {
    if (running) return undefined
    try {
      const text = sessionStorage.getItem(key)
      const of = text ? (JSON.parse(text) as Unsent) : undefined // our own writing above
      return of?.user === user ? of : undefined
    } catch {
      return undefined
    }
  },
  /** The run came to its end, or was cut off with what is left. */
  over(cutOff = false) {
    running = false
    if (!cutOff) sessionStorage.removeItem(key)
  },
}

/** What is left of a run that was cut off, by a reload or a lost connection, until a new one begins. */
export function useLeft() {
  const user = useUserId()
  const [left, setLeft] = useState(() => unsent.found(user))
  return { user, left, look: () => setLeft(unsent.found(user)), forget: () => setLeft(undefined) }
}
