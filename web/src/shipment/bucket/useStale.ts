import { useEffect } from 'react'
import { useNow } from '@/kit/format/Formats'
import { theRemote } from '@/kit/remote/remote'
import { useSyncView } from '@/kit/remote/user'

const limit = 15 * 60_000

/** When the server was last heard, if that is more than a quarter of an hour ago; asks again then. */
export function useStale(): number | undefined {
  const { lastContact } = useSyncView()
  const now = useNow()
  const stale = lastContact !== undefined && now - lastContact > limit ? lastContact : undefined
  useEffect(() => {
    if (stale !== undefined) theRemote().nudge()
  }, [stale])
  return stale
}
