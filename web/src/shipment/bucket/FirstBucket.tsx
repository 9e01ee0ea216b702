import { Trans } from '@lingui/react/macro'
import type { PageName } from '@sync/gen/pages'
import { Onward } from '@/kit/page/Onward'
import { hrefOf } from '@/kit/page/PageLink'
import { useSession } from '@/kit/remote/user'
import { buckets } from './buckets'

/** The bucket flow opens on the first bucket that the person may see. */
export function FirstBucket() {
  const session = useSession()
  if (!session) return null
  const order: PageName[] = ['BucketOpenOrders', ...buckets.map((b) => b.page)]
  const href = order.map((page) => hrefOf({ page }, session.pages)).find(Boolean)
  if (href) return <Onward to={href} />
  return (
    <p role="status">
      <Trans>No bucket has been opened to you yet. Your administrator can do that under Page Access.</Trans>
    </p>
  )
}
