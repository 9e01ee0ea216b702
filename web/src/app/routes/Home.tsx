import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { startOf } from '@/kit/page/pages'
import { useCan } from '@/kit/remote/can'
import { useSession, useSyncView } from '@/kit/remote/user'

export const Route = createFileRoute('/_signedIn/Home')({ component: Home })

/** The way in: on to the person's first page, or why there is none. Who runs a new organization begins with its first steps. */
function Home() {
  const session = useSession()
  const { contact } = useSyncView()
  const runs = useCan('manage-organisation')
  const setup = useLiveQuery(async () => (runs ? ((await local().org_setup.get('setup')) ?? null) : null), [runs])
  if (!session) return null
  if (session.known && runs) {
    if (setup === undefined || (setup === null && contact !== 'offline')) return <section aria-busy="true" />
    if (setup && !setup.started.done) return <Navigate to="/Today" replace />
  }
  const home = startOf(session)
  if (session.known && home !== '/Home') return <Navigate to={home} replace />
  return (
    <section role="status">
      <h1>
        <Trans>Welcome, {session.name}</Trans>
      </h1>
      {session.known ? (
        <p>
          <Trans>No page has been opened to you yet. Your administrator can do that under Page Access.</Trans>
        </p>
      ) : contact === 'offline' ? (
        <p>
          <Trans>This device has nothing of yours yet and no connection. Your work appears here as soon as there is one.</Trans>
        </p>
      ) : (
        <p>
          <Trans>Fetching your work to this device…</Trans>
        </p>
      )}
    </section>
  )
}
