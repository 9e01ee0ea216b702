import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { homeOf, isBuilt, pageOfAddress } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'

/** An address without a screen: either a page that is planned and not there yet, or nothing of ours. It says which. */
export function NotThere() {
  const { t } = useLingui()
  const pathname = useRouterState({ select: (s) => s.location.pathname })
  const meant = pageOfAddress(pathname)
  const page = meant && !isBuilt(meant) ? meant : undefined
  const session = useSession()
  const label = usePageWords()
  const home = session ? homeOf(session) : '/'
  return (
    <main style={{ padding: 16 }}>
      <h1>{page ? t`${label(page)} is not there yet` : t`There is nothing at this address`}</h1>
      <p>
        {page ? (
          <Trans>This page is planned and has not been built. Nothing is lost and nothing is wrong with your device.</Trans>
        ) : (
          <Trans>The address may be misspelt, or what was here has been removed.</Trans>
        )}
      </p>
      <Link to={home as '/'} style={{ color: 'var(--accent)' }}>
        <Trans>Go to the start</Trans>
      </Link>
    </main>
  )
}
