import { useEffect } from 'react'
import { useNow } from '@/kit/format/Formats'
import { theRemote } from '@/kit/remote/remote'
import { useSyncView } from '@/kit/remote/user'

const limit = 15 * 60_000

/** Whether the rows are older than a quarter of an hour, or nobody knows how old they are. Asks for newer ones by itself. */
export function useStale(): { stamp: number | undefined; stale: boolean } {
  const { contact, lastContact: stamp } = useSyncView()
  const now = useNow()
  const stale = stamp === undefined ? contact === 'offline' : now - stamp > limit
  useEffect(() => {
    if (stale) theRemote().nudge()
  }, [stale])
  return { stamp, stale }
}
