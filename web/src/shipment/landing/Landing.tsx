import { Trans, useLingui } from '@lingui/react/macro'
import type { PageName } from '@sync/gen/pages'
import type { ReactNode } from 'react'
import { hrefOf, PageLink } from '@/kit/page/PageLink'
import { pageNamed } from '@/kit/page/pages'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import css from '../single/Single.module.css'

export interface Entrance {
  page: PageName
  search?: Record<string, string>
  /** What one does there. */
  does: ReactNode
  also?: PageName[]
}

/** Where work of one area begins: what can be done, with the pages that the person may open. */
export function Landing({ title, entrances }: { title: string; entrances: Entrance[] }) {
  const { t } = useLingui()
  const session = useSession()
  const words = usePageWords()
  const name = (page: PageName) => words(pageNamed(page) ?? page)
  const open = (page: PageName) => session && hrefOf({ page }, session.pages) !== undefined
  const shown = entrances.filter((e) => open(e.page))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
      </header>
      {shown.length === 0 && (
        <p role="status">
          <Trans>None of these pages is open to you. An administrator can open them.</Trans>
        </p>
      )}
      <ul className={css.kinds} aria-label={t`Begin`}>
        {shown.map((e) => (
          <li key={e.page}>
            <PageLink to={{ page: e.page, ...(e.search ? { search: e.search } : {}) }}>{name(e.page)}</PageLink>
            <p>{e.does}</p>
            {e.also?.some(open) && (
              <ul>
                {e.also.filter(open).map((page) => (
                  <li key={page}>
                    <PageLink to={{ page }}>{name(page)}</PageLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
