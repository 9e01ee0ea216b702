import { pages } from '@sync/gen/pages'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { ListScreen } from '@/kit/list/ListScreen'
import { usePageWords } from '@/kit/page/usePageWords'
import { Staged } from '@/kit/stages/Staged'
import type { Status } from '@/kit/status/statuses'
import { useWords } from '@/kit/words/words'
import { BucketTabs } from './BucketTabs'
import { bucketOf } from './buckets'
import { useCosts } from './costs'
import { Freshness } from './Freshness'
import { bucketList } from './shipmentList'
import { useTries } from './tries'
import { useBucket } from './useBucket'

/** One of the order buckets. All of them are this screen with another status. */
export function BucketScreen({ status }: { status: Status }) {
  const bucket = bucketOf(status)
  const words = useWords()
  const label = usePageWords()
  const page = pages.find((p) => p.name === bucket?.page)
  const title = page ? label(page) : ''
  const tries = useTries(status)
  const costs = useCosts()
  const locale = useLocale()
  const spec = useMemo(() => bucketList(status, title, words, locale, { tries, costs }), [status, title, words, locale, tries, costs])
  const rows = useBucket(status)
  return (
    <Staged
      above={
        <>
          <BucketTabs />
          <Freshness />
        </>
      }
    >
      <ListScreen key={status} spec={spec} rows={rows} />
    </Staged>
  )
}
