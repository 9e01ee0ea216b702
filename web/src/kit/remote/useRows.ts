import type { Db } from '@sync/cache'
import { current } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSession } from './user'

/** Reads the device's rows and again whenever they change. Undefined while they load, and where nobody is signed in. */
export function useRows<T>(read: (db: Db) => Promise<T>, deps: unknown[]): T | undefined {
  const user = useSession()?.user
  return useLiveQuery(async () => {
    const { work } = current()
    return work ? read(work.cache.db) : undefined
  }, [user, ...deps])
}
