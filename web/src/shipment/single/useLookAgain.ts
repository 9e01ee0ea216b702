import { useEffect, useRef } from 'react'
import { useSyncView } from '@/kit/remote/user'

/**
 * Asks for the shipment as it is now when there is news of it, when the server refused it, and once a first load is over: what that brings is no news,
 * whatever was changed while it ran.
 */
export function useLookAgain(look: (() => void) | undefined, news: number | undefined, refusals: number) {
  const again = useRef(look)
  again.current = look
  useEffect(() => {
    if (news !== undefined || refusals > 0) again.current?.()
  }, [news, refusals])
  const loading = useSyncView().loading.length > 0
  const loaded = useRef(!loading)
  useEffect(() => {
    if (loading || loaded.current) return
    loaded.current = true
    again.current?.()
  }, [loading])
}
