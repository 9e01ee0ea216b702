import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { ListScreen } from '@/kit/list/ListScreen'
import stageCss from '@/kit/stages/Stages.module.css'
import { type Status, statuses } from '@/kit/status/statuses'
import { useWords } from '@/kit/words/words'
import css from '../bucket/Bucket.module.css'
import { Freshness } from '../bucket/Freshness'
import { bucketList } from '../bucket/shipmentList'
import { useBucket, useCounts } from '../bucket/useBucket'
import { followed } from './search'

/** Shipments by status, with counts on the tabs. */
export function StatusScreen({ status }: { status: Status }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const counts = useCounts()
  const rows = useBucket(status)
  const spec = useMemo(() => ({ ...bucketList(status, msg`Shipment status`, words), name: `status-${status}` }), [status, words])
  return (
    <div className={css.screen}>
      <div className={`${stageCss.tabs} no-print`} role="tablist" aria-label={t`Status`}>
        {followed.map((s) => (
          <button
            key={s}
            type="button"
            role="tab"
            aria-selected={s === status}
            onClick={() => void navigate({ to: '/ShipmentStatus', search: { status: s } })}
          >
            {words(statuses[s].label)} {counts && <span className={stageCss.n}>{count(counts.get(s) ?? 0, locale)}</span>}
          </button>
        ))}
      </div>
      <Freshness />
      <div className={css.list}>
        <ListScreen key={status} spec={spec} rows={rows} />
      </div>
    </div>
  )
}
