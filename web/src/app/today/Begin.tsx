import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { Onward } from '@/kit/page/Onward'
import { useSyncView } from '@/kit/remote/user'

/** Who runs a new organization begins with its first steps; all others on their own first page. */
export function Begin({ home }: { home: string }) {
  const { contact } = useSyncView()
  const setup = useLiveQuery(async () => (await local().org_setup.get('setup')) ?? null)
  if (setup === undefined || (setup === null && contact !== 'offline')) return <section aria-busy="true" />
  return <Onward to={setup && !setup.started.done ? '/Today' : home} />
}
