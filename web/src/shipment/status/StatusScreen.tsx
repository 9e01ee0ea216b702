import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { ListScreen } from '@/kit/list/ListScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { statuses } from '@/kit/status/statuses'
import { useWords, type Words } from '@/kit/words/words'
import { useCosts } from '../bucket/costs'
import { Freshness } from '../bucket/Freshness'
import { isLate } from '../bucket/late'
import { bucketList } from '../bucket/shipmentList'
import { useBucket, useCounts } from '../bucket/useBucket'

/** What is scheduled, on the way, in trouble or arrived: the statuses that somebody follows. */
const followed = ['T', 'M', 'A', 'X', 'NS', 'D'] as const
type Followed = (typeof followed)[number]

/** What should have left by now has no status of its own: it is scheduled or confirmed, and past its day. It stands here as an exception. */
const labels: Record<Followed, Words> = {
  T: statuses.T.label,
  M: statuses.M.label,
  A: statuses.A.label,
  X: statuses.X.label,
  NS: msg`Exception: not shipped`,
  D: statuses.D.label,
}

/** Shipments by status, with counts on the tabs. */
export function StatusScreen({ wanted }: { wanted: string | undefined }) {
  const status = followed.find((s) => s === wanted) ?? 'T'
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const counts = useCounts()
  const held = useBucket(status === 'NS' ? 'T' : status)
  const confirmed = useBucket('M')
  const tendered = useBucket('T')
  const late = useMemo(() => tendered && confirmed && [...tendered, ...confirmed].filter(isLate), [tendered, confirmed])
  const rows = status === 'NS' ? late : held
  const locale = useLocale()
  const costs = useCosts()
  const spec = useMemo(
    () => ({ ...bucketList(status === 'NS' ? 'T' : status, msg`Shipment status`, words, locale, { costs }), name: `status-${status}` }),
    [status, words, locale, costs],
  )
  return (
    <Staged
      above={
        <>
          <StageTabs
            label={t`Status`}
            tabs={followed.map((key) => ({ key, label: labels[key], n: key === 'NS' ? late?.length : counts && (counts.get(key) ?? 0) }))}
            at={status}
            go={(status) => void navigate({ to: '/ShipmentStatus', search: { status } })}
          />
          <Freshness />
        </>
      }
    >
      <ListScreen key={status} spec={spec} rows={rows} />
    </Staged>
  )
}
