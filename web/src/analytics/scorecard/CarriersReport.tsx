import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AnalyticsScore } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import type { Column, ListSpec } from '@/kit/list/defineList'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import { Figures } from './Figures'
import { measures } from './measures'
import { type Asked, type Measure, measureNames, type ScoreSearch } from './search'
import { percent, percentOf, together } from './share'

interface CarriersReportProps {
  asked: Asked
  search: ScoreSearch
  set: (change: Partial<ScoreSearch>) => void
  controls: ReactNode
}

const none: AnalyticsScore[] = []
/** Bars beyond these are not told apart; the table has all. */
const mostBars = 12

/** Carriers beside each other. */
export function CarriersReport({ asked, search, set, controls }: CarriersReportProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const got = useReport('Supplemental/GetScoreCardDetails', { ...asked, Carrier: '' })
  const rows = got.data ?? none
  const shares = Object.fromEntries(measureNames.map((m) => [m, together(rows, m)])) as Record<Measure, AnalyticsScore['pickup']> // of these very names
  const shown = measureNames.filter((m) => shares[m])
  const of = shown.find((m) => m === search.of) ?? shown[0] ?? 'pickup'
  const hidden = measureNames.filter((m) => !shares[m]).join()
  const spec = useMemo<ListSpec<AnalyticsScore>>(() => {
    const figure = (m: Measure): Column<AnalyticsScore> => ({
      key: m,
      label: measures[m].label,
      as: 'number',
      width: 150,
      value: (r) => percentOf(r[m]),
      cell: (r) => `${percent(percentOf(r[m]), locale)} (${count(r[m]?.n ?? 0, locale)}/${count(r[m]?.of ?? 0, locale)})`,
      phone: true,
    })
    return {
      name: 'carrier-scorecard',
      title: msg`Carrier scorecard`,
      id: (r) => r.carrier,
      columns: [
        { key: 'carrierName', label: msg`Carrier`, width: 190, phone: true, value: (r) => r.carrierName || r.carrier },
        { key: 'carrier', label: msg`SCAC`, as: 'identifier', width: 80 },
        { key: 'loads', label: msg`Loads`, as: 'number', width: 80, phone: true },
        ...measureNames.filter((m) => !hidden.split(',').includes(m)).map(figure),
      ],
      sort: [{ id: 'loads', desc: true }],
      actions: [{ label: msg`Show loads`, main: true, run: (r) => set({ carrier: r.carrier, of }) }],
      empty: msg`No carrier had a load, a tender or an invoice in this period.`,
    }
  }, [hidden, locale, of, set])
  const charted = rows.filter((r) => (r[of]?.of ?? 0) > 0)
  return (
    <ReportScreen
      spec={spec}
      rows={got.data}
      of={got}
      span={{ from: asked.From, to: asked.To }}
      narrowed={asked.Warehouse}
      controls={controls}
    >
      <Figures
        of={of}
        shares={shares}
        unknown={of === 'pickup' ? sum(rows, 'pickupUnknown') : of === 'delivery' ? sum(rows, 'deliveryUnknown') : 0}
        pick={(of) => set({ of })}
      />
      <Chart
        kind="bars"
        title={
          charted.length > mostBars
            ? t`${words(measures[of].label)} of the ${mostBars} carriers with the most loads`
            : t`${words(measures[of].label)} by carrier`
        }
        heads={{ label: t`Carrier`, value: words(measures[of].label), note: t`Counted` }}
        marks={charted.slice(0, mostBars).map((r) => ({
          key: r.carrier,
          label: r.carrierName || r.carrier,
          value: percentOf(r[of]),
          note: t`${count(r[of]?.n ?? 0, locale)} of ${count(r[of]?.of ?? 0, locale)}`,
        }))}
        most={measures[of].high ? 100 : undefined}
        write={(n) => percent(n, locale)}
        pick={(carrier) => set({ carrier, of })}
      />
    </ReportScreen>
  )
}

const sum = (rows: readonly AnalyticsScore[], of: 'pickupUnknown' | 'deliveryUnknown') => rows.reduce((n, r) => n + r[of], 0)
