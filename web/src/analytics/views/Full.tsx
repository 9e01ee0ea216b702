import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageLink } from '@/kit/page/PageLink'
import css from './Views.module.css'

/** A screen that has the window to itself: its name, the way to all views, and the way back. */
export function Full({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className={css.full}>
      <header className={`${css.head} no-print`}>
        <h1>{title}</h1>
        <nav aria-label={t`Leave this screen`}>
          <PageLink to={{ page: 'DynamicViews' }}>
            <Trans>All views</Trans>
          </PageLink>
          <Link to="/Home">
            <Trans>Home</Trans>
          </Link>
        </nav>
      </header>
      <div className={css.body}>{children}</div>
    </div>
  )
}
