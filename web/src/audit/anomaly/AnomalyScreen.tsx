import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
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
import { useWords, type Words } from '@/kit/words/words'
import css from '../Audit.module.css'
import { invoicesOfWeek } from '../weekly/weeklyList'
import { batchesUntil, batchOf } from '../weekly/weeks'
import { useAuditWords } from '../words'
import { anomalyList } from './anomalyList'
import { CommentsPart } from './CommentsPart'
import { type Characteristic, characteristicList, oneWord } from './characteristicList'
import { chargeWord, metricList, outlierList } from './chargeLists'

export interface AnomalySearch {
  week?: string
  warehouse?: string
  /** The batch's invoices instead of what is out of line. */
  invoices?: true
  /** Its charges instead: those out of line, or how they compare. */
  charges?: Charges
  /** The value of a characteristic whose invoices are listed: weight:2000. */
  one?: string
}

export const chargeParts = [
  'accessorials',
  'accessorial-metrics',
  'freight',
  'freight-metrics',
  'parcels',
  'parcel-metrics',
  'zones',
  'zone-metrics',
  'characteristics',
] as const
export type Charges = (typeof chargeParts)[number]

interface AnomalyScreenProps {
  search: AnomalySearch
  onSearch: (search: AnomalySearch) => void
}

const partWords: Record<Charges, Words> = {
  accessorials: msg`Accessorials out of line`,
  'accessorial-metrics': msg`Accessorials by carrier`,
  freight: msg`Freight out of line`,
  'freight-metrics': msg`Freight by lane`,
  parcels: msg`Parcels out of line`,
  'parcel-metrics': msg`Parcels by carrier`,
  zones: msg`Parcel zones out of line`,
  'zone-metrics': msg`Parcels by zone`,
  characteristics: msg`Own freight`,
}

/** A characteristic and its value, as an address has them. */
function oneOf(text: string | undefined): { of: Characteristic; value: string } | undefined {
  const of = (['warehouse', 'mode', 'terms', 'class', 'weight'] as const).find((c) => text?.startsWith(`${c}:`))
  return of && text ? { of, value: text.slice(of.length + 1, of.length + 41) } : undefined
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
  const part = invoices ? undefined : search.charges
  const found = useReport('anomaly/ReportSummary', asked, { enabled: !invoices && !part })
  const listed = useReport('anomaly/GetFreightData', asked, { enabled: invoices })
  const outliers = {
    accessorials: useReport('anomaly/GetAccessorialdata', asked, { enabled: part === 'accessorials' }),
    freight: useReport('anomaly/GetClientcharacteristicsdata', asked, { enabled: part === 'freight' }),
    parcels: useReport('anomaly/GetParcelData', asked, { enabled: part === 'parcels' }),
    zones: useReport('anomaly/GetParcelZoneData', asked, { enabled: part === 'zones' }),
  }
  const metrics = {
    'accessorial-metrics': useReport('anomaly/GetAccessorialmetric', asked, { enabled: part === 'accessorial-metrics' }),
    'freight-metrics': useReport('anomaly/GetFreightMetrics', asked, { enabled: part === 'freight-metrics' }),
    'parcel-metrics': useReport('anomaly/GetParcelMetrics', asked, { enabled: part === 'parcel-metrics' }),
    'zone-metrics': useReport('anomaly/GetParcelZoneMetrics', asked, { enabled: part === 'zone-metrics' }),
  }
  const one = part === 'characteristics' ? oneOf(search.one) : undefined
  const own = useReport('anomaly/GetClientcharacteristicsmetric', asked, { enabled: part === 'characteristics' && !one })
  const single = useReport(
    'anomaly/GetSingleCharacteristicsData',
    { ...asked, Characteristic: one?.of ?? 'mode', Value: one?.value ?? '' },
    { enabled: one !== undefined },
  )
  const [about, setAbout] = useState<{ invoiceId: string; code: string; name: string } | 'batch'>()
  const set = useCallback((change: Partial<AnomalySearch>) => onSearch(changed(search, change)), [onSearch, search])
  const specs = useMemo(
    // A code is a word on the screen: charge reads only the catalogue of this language.
    () => ({
      found: anomalyList(words, charge, locale),
      listed: invoicesOfWeek(words, locale),
      outliers: outlierList(words, charge, locale, (r) =>
        setAbout({ invoiceId: r.invoiceId, code: r.code, name: `${r.number}, ${chargeWord(r.code, words, charge)}` }),
      ),
      'accessorial-metrics': metricList(words, charge, locale, 'code'),
      'freight-metrics': metricList(words, charge, locale, 'lane'),
      'parcel-metrics': metricList(words, charge, locale, 'parcel'),
      'zone-metrics': metricList(words, charge, locale, 'zone'),
    }),
    [words, charge, locale],
  )
  const characteristics = useMemo(
    () => characteristicList(words, locale, (r) => set({ one: `${r.characteristic}:${r.value}` })),
    [words, locale, set],
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
        <PlainSelect
          aria-label={t`Weekly batch`}
          value={monday}
          onChange={(e) => {
            setAbout(undefined) // a charge is one of its week
            set({ week: batchOf(e.currentTarget.value) })
          }}
        >
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
          <PlainButton aria-pressed={!invoices && !part} onClick={() => set({ invoices: undefined, charges: undefined, one: undefined })}>
            <Trans>Anomalies</Trans>
          </PlainButton>
          {chargeParts.map((p) => (
            <PlainButton key={p} aria-pressed={p === part} onClick={() => set({ invoices: undefined, charges: p, one: undefined })}>
              {words(partWords[p])}
            </PlainButton>
          ))}
          <PlainButton aria-pressed={invoices} onClick={() => set({ invoices: true, charges: undefined, one: undefined })}>
            <Trans>Invoices</Trans>
          </PlainButton>
          <PlainButton onClick={() => setAbout('batch')}>
            <Trans>Comments</Trans>
          </PlainButton>
        </div>
        {about && <CommentsPart week={asked.Week} about={about === 'batch' ? undefined : about} close={() => setAbout(undefined)} />}
        {one && (
          <div className={css.figures}>
            <strong>{oneWord(one.of, one.value, words, locale)}</strong>
            <PlainButton className="no-print" onClick={() => set({ one: undefined })}>
              <Trans>Show all characteristics</Trans>
            </PlainButton>
          </div>
        )}
        {part === 'characteristics' && !one && (
          <p className={css.how}>
            <Trans>
              What you shipped, beside the twelve weeks before: a shift here explains charges that no carrier is to blame for. Usual is the
              median; a week without such an invoice counts as none.
            </Trans>
          </p>
        )}
        {(part === 'zones' || part === 'zone-metrics') && (
          <p className={css.how}>
            <Trans>A zone is that of the price which counts for the load.</Trans>
          </p>
        )}
        {part && part !== 'characteristics' && (
          <p className={css.how}>
            <Trans>
              Each charge is compared with the median of the carrier’s charges of the same kind in the 52 weeks before: on the same lane
              (first three ZIP digits) where there are six or more, else on any lane. In line is within three times their median absolute
              deviation × 1.4826, and at least a tenth of the median.
            </Trans>
          </p>
        )}
        {!invoices && !part && (
          <p className={css.how}>
            <Trans>Usual is the median of the twelve weeks before. In line is within three times their spread.</Trans>
          </p>
        )}
      </>
    ),
  }
  if (one) return <ReportScreen key="one" spec={specs.listed} rows={single.data} of={single} {...common} />
  if (part === 'characteristics') return <ReportScreen key={part} spec={characteristics} rows={own.data} of={own} {...common} />
  if (part === 'accessorials' || part === 'freight' || part === 'parcels' || part === 'zones')
    return <ReportScreen key={part} spec={specs.outliers} rows={outliers[part].data} of={outliers[part]} {...common} />
  if (part) return <ReportScreen key={part} spec={specs[part]} rows={metrics[part].data} of={metrics[part]} {...common} />
  return invoices ? (
    <ReportScreen key="listed" spec={specs.listed} rows={listed.data} of={listed} {...common} />
  ) : (
    <ReportScreen key="found" spec={specs.found} rows={found.data} of={found} {...common} />
  )
}
