import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListScreen } from '@/kit/list/ListScreen'
import { StageTabs } from '@/kit/stages/StageTabs'
import { type Status, statuses } from '@/kit/status/statuses'
import { useWords } from '@/kit/words/words'
import css from '../bucket/Bucket.module.css'
import { Freshness } from '../bucket/Freshness'
import { bucketList } from '../bucket/shipmentList'
import { useBucket, useCounts } from '../bucket/useBucket'

/** What is scheduled, on the way, in trouble or arrived: the statuses that somebody follows. */
const followed: Status[] = ['T', 'M', 'A', 'X', 'D']

/** Shipments by status, with counts on the tabs. */
export function StatusScreen({ wanted }: { wanted: string | undefined }) {
  const status = followed.find((s) => s === wanted) ?? 'T'
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const counts = useCounts()
  const rows = useBucket(status)
  const spec = useMemo(() => ({ ...bucketList(status, msg`Shipment status`, words), name: `status-${status}` }), [status, words])
  return (
    <div className={css.screen}>
      <StageTabs
        label={t`Status`}
        tabs={followed.map((key) => ({ key, label: statuses[key].label, n: counts && (counts.get(key) ?? 0) }))}
        at={status}
        go={(status) => void navigate({ to: '/ShipmentStatus', search: { status } })}
      />
      <Freshness />
      <div className={css.list}>
        <ListScreen key={status} spec={spec} rows={rows} />
      </div>
    </div>
  )
}
