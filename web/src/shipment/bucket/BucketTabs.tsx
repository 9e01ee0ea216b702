import { useLingui } from '@lingui/react/macro'
import { type PageName, pages } from '@sync/gen/pages'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { hrefOf } from '@/kit/page/PageLink'
import { usePageWords } from '@/kit/page/usePageWords'
import { useSession } from '@/kit/remote/user'
import stageCss from '@/kit/stages/Stages.module.css'
import { useInSight } from '@/kit/stages/useInSight'
import { buckets } from './buckets'
import { useCounts, useOrderCount } from './useBucket'

/** The buckets side by side with how many are in each; only those that are open to the person. */
export function BucketTabs() {
  const { t } = useLingui()
  const locale = useLocale()
  const label = usePageWords()
  const session = useSession()
  const counts = useCounts()
  const orders = useOrderCount()
  const { pathname } = useLocation()
  const strip = useRef<HTMLElement>(null)
  useInSight(strip, pathname, counts !== undefined && orders !== undefined)
  const tabs: { page: PageName; n: number | undefined }[] = [
    // A shipment that was put back to open stands among the open orders: it has no other bucket.
    { page: 'BucketOpenOrders', n: orders === undefined ? undefined : orders + (counts?.get('O') ?? 0) },
    ...buckets.map((b) => ({ page: b.page, n: counts?.get(b.status) })),
  ]
  return (
    <nav ref={strip} className={`${stageCss.tabs} no-print`} aria-label={t`Buckets`}>
      {tabs.map(({ page, n }) => {
        const href = session && hrefOf({ page }, session.pages)
        const known = pages.find((p) => p.name === page)
        if (!href || !known) return null
        return (
          // The router takes any address of ours; its typed routes know only the pages that are built by now.
          <Link key={page} to={href as '/'} aria-current={pathname === href ? 'page' : undefined}>
            {label(known)} {n !== undefined && <span className={stageCss.n}>{count(n, locale)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
