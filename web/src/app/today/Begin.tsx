import { local } from '@sync/client'
import { Navigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncView } from '@/kit/remote/user'

/** Who runs a new organization begins with its first steps; all others on their own first page. */
export function Begin({ home }: { home: string }) {
  const { contact } = useSyncView()
  const setup = useLiveQuery(async () => (await local().org_setup.get('setup')) ?? null)
  if (setup === undefined || (setup === null && contact !== 'offline')) return <section aria-busy="true" />
  return <Navigate to={setup && !setup.started.done ? '/Today' : home} replace />
}
