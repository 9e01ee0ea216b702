import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import css from '../Audit.module.css'
import { invoicesOfWeek } from '../weekly/weeklyList'
import { batchesUntil, batchOf } from '../weekly/weeks'
import { useAuditWords } from '../words'
import { anomalyList } from './anomalyList'

export interface AnomalySearch {
  week?: string
  warehouse?: string
  /** The batch's invoices instead of what is out of line. */
  invoices?: true
}

interface AnomalyScreenProps {
  search: AnomalySearch
  onSearch: (search: AnomalySearch) => void
}

/** What carriers billed in a weekly batch that is out of line with the weeks before. */
export function AnomalyScreen({ search, onSearch }: AnomalyScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { charge } = useAuditWords()
  const sites = useSites()
  const today = latestDay(sites)
  const batches = useMemo(() => batchesUntil(today), [today])
  const monday = batches.find((m) => batchOf(m) === search.week) ?? batches[0] ?? today
  const { warehouse = '' } = search
  const asked = { Week: batchOf(monday), Warehouse: warehouse }
  const invoices = search.invoices === true
  const held = useCall('Anomaly/BasicDetails', undefined).data
  const found = useReport('anomaly/ReportSummary', asked, { enabled: !invoices })
  const listed = useReport('anomaly/GetFreightData', asked, { enabled: invoices })
  const set = (change: Partial<AnomalySearch>) => onSearch(changed(search, change))
  const specs = useMemo(
    // A code is a word on the screen: charge reads only the catalogue of this language.
    () => ({ found: anomalyList(words, charge, locale), listed: invoicesOfWeek(words, locale) }),
    [words, charge, locale],
  )
  const name = (m: string) => {
    const n = held?.find((b) => b.week === batchOf(m))?.invoices
    const span = `${batchOf(m)} · ${day(m, locale)} – ${day(plusDays(m, 6), locale)}`
    return n ? t`${span} (${count(n, locale)} invoices)` : span
  }
  const common = {
    span: { from: monday, to: plusDays(monday, 6) },
    narrowed: [asked.Week, warehouse].filter(Boolean).join(' · '),
    controls: (
      <>
        <PlainSelect aria-label={t`Weekly batch`} value={monday} onChange={(e) => set({ week: batchOf(e.currentTarget.value) })}>
          {batches.map((m) => (
            <option key={m} value={m}>
              {name(m)}
            </option>
          ))}
        </PlainSelect>
        <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
      </>
    ),
    above: (
      <>
        <div className={css.figures}>
          <PlainButton
            aria-pressed={!invoices}
            onClick={() => onSearch({ ...(search.week && { week: search.week }), ...(warehouse && { warehouse }) })}
          >
            <Trans>Anomalies</Trans>
          </PlainButton>
          <PlainButton aria-pressed={invoices} onClick={() => set({ invoices: true })}>
            <Trans>Invoices</Trans>
          </PlainButton>
        </div>
        {!invoices && (
          <p className={css.how}>
            <Trans>Usual is the median of the twelve weeks before. In line is within three times their spread.</Trans>
          </p>
        )}
      </>
    ),
  }
  return invoices ? (
    <ReportScreen key="listed" spec={specs.listed} rows={listed.data} of={listed} {...common} />
  ) : (
    <ReportScreen key="found" spec={specs.found} rows={found.data} of={found} {...common} />
  )
}
