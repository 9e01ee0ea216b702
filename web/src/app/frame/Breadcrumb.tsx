import { useLingui } from '@lingui/react/macro'
import type { Page } from '@sync/gen/pages'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { crumb } from '@/kit/layout/crumb'
import { addressOf, allowed, homeOf, isBuilt, pageNamed, pages, standsAlone } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import css from './Frame.module.css'

/** Home, the menu's groups on the way (linked where a page of that name is open), the page, and what the screen adds. */
export function Breadcrumb({ page }: { page: Page | undefined }) {
  const { t } = useLingui()
  const label = usePageWords()
  const session = useSession()
  const extra = useSyncExternalStore(crumb.watch, crumb.now)
  if (!session) return null
  // The buckets are one screen of the menu, each with an address of its own.
  const over = page?.bucket ? pageNamed('MultipleOrders')?.menu : undefined
  const menu = over ?? page?.menu ?? []
  const way = menu.slice(0, over ? undefined : -1).map((name, depth) => {
    const path = menu.slice(0, depth + 1).join('\n')
    const target = pages.find((p) => p.menu?.join('\n') === path && standsAlone(p) && isBuilt(p) && allowed(p, session.pages))
    return { name, target }
  })
  return (
    <nav className={css.where} aria-label={t`Where you are`}>
      <ol className={css.crumbs}>
        <li>
          <Link to={homeOf(session)}>{t`Home`}</Link>
        </li>
        {way.map(({ name, target }) => (
          <li key={name}>
            <span aria-hidden="true">▸</span>
            {target ? <Link to={addressOf(target)}>{label(name)}</Link> : label(name)}
          </li>
        ))}
        {page && (
          <li className={extra && standsAlone(page) ? css.back : undefined}>
            <span aria-hidden="true">▸</span>
            {extra && standsAlone(page) ? (
              <Link to={addressOf(page)}>
                <Icon name="left" />
                <span>{label(page)}</span>
              </Link>
            ) : (
              <span aria-current={extra ? undefined : 'page'}>{label(page)}</span>
            )}
          </li>
        )}
        {extra && (
          <li>
            <span aria-hidden="true">▸</span>
            <span aria-current="page">{extra}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
