import { useEffect, useState, useSyncExternalStore } from 'react'
import { type SyncView, type Trouble, theRemote } from './remote'

const watchSession = (then: () => void) => theRemote().watchSession(then)
const watchStatus = (then: () => void) => theRemote().watchStatus(then)

/** Who is signed in. */
export const useSession = () => useSyncExternalStore(watchSession, () => theRemote().session())

/** Names the person for whom views and drafts are kept. */
export const useUserId = () => useSession()?.user ?? ''

/** The truth of the sync chip. */
export const useSyncView = (): SyncView => useSyncExternalStore(watchStatus, () => theRemote().status())

export function useTroubles(): Trouble[] | undefined {
  const [list, setList] = useState<Trouble[]>()
  useEffect(() => theRemote().watchTroubles(setList), [])
  return list
}
