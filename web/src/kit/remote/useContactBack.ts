import { useEffect, useRef } from 'react'
import { theRemote } from './remote'

/**
 * Asks again by itself, as soon as the server is heard, what the network kept from us at `missedAt`. One that failed although the server could be heard
 * all the time is asked once more only: its trouble is another, and each sign of the server would have it asked anew.
 */
export function useContactBack({ missedAt, got, again }: { missedAt: number | undefined; got: boolean; again: () => void }) {
  const tried = useRef(false)
  const ask = useRef(again)
  ask.current = again
  useEffect(() => {
    if (got) tried.current = false
  }, [got])
  useEffect(() => {
    if (missedAt === undefined) return
    let away = false
    let asked = false
    const look = () => {
      const { contact, lastContact = 0 } = theRemote().status()
      if (contact === 'offline') away = true
      if (contact !== 'online' || asked) return
      if (!away && (tried.current || lastContact <= missedAt)) return
      tried.current = true
      asked = true
      ask.current()
    }
    look()
    return theRemote().watchStatus(look)
  }, [missedAt])
}
