import { useEffect } from 'react'
import { useNow } from '@/kit/format/Formats'
import { theRemote } from '@/kit/remote/remote'
import { useSession, useSyncView } from '@/kit/remote/user'

export const limit = 15 * 60_000

const keyOf = (user: string) => `lading.stamp.${user}`

/** When the server was last heard: kept over a reload, or a tablet that starts without a network would not know how old its rows are. */
export function useStamp(): number | undefined {
  const { lastContact } = useSyncView()
  const user = useSession()?.user ?? ''
  useEffect(() => {
    if (lastContact !== undefined && user) localStorage.setItem(keyOf(user), String(lastContact))
  }, [lastContact, user])
  return lastContact ?? (Number(localStorage.getItem(keyOf(user))) || undefined)
}

/** Whether the rows are older than a quarter of an hour, or nobody knows how old they are. Asks for newer ones by itself. */
export function useStale(): { stamp: number | undefined; stale: boolean } {
  const stamp = useStamp()
  const { contact } = useSyncView()
  const now = useNow()
  const stale = stamp === undefined ? contact === 'offline' : now - stamp > limit
  useEffect(() => {
    if (stale) theRemote().nudge()
  }, [stale])
  return { stamp, stale }
}
