import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { later } from '@/kit/later/later'
import { Onward } from '@/kit/page/Onward'
import { startOf } from '@/kit/page/pages'
import { useSession, useSyncView } from '@/kit/remote/user'

const Begin = later(() => import('../today/Begin').then((m) => m.Begin))

export const Route = createFileRoute('/_signedIn/Home')({ component: Home })

/** The way in: on to the person's first page, or why there is none. */
function Home() {
  const session = useSession()
  const { contact } = useSyncView()
  if (!session) return null
  const home = startOf(session)
  if (session.known && session.rights.has('manage-organisation')) return <Begin home={home === '/Home' ? '/Today' : home} />
  if (session.known && home !== '/Home') return <Onward to={home} />
  return (
    <section role="status">
      <h1>
        <Trans>Welcome, {session.name}</Trans>
      </h1>
      {session.known ? (
        <p>
          <Trans>You have no pages yet. Your administrator opens them under Page access.</Trans>
        </p>
      ) : contact === 'offline' ? (
        <p>
          <Trans>No connection, and your work is not on this device yet. It appears here once there is a connection.</Trans>
        </p>
      ) : (
        <p>
          <Trans>Fetching your work to this device…</Trans>
        </p>
      )}
    </section>
  )
}
