import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { byDay, latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed, type ReportSearch } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import { dailyList } from './dailyList'

interface DailyScreenProps {
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** The loads that a warehouse ships or receives on a day, or on several. */
export function DailyScreen({ search, onSearch }: DailyScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = to, warehouse = '' } = search
  const got = useReport('WarehousesSlots/daily-warehouse-shipment', { From: from, To: to, Warehouse: warehouse, Carrier: '' })
  const spec = useMemo(() => dailyList(words, locale), [words, locale])
  const set = (change: ReportSearch) => onSearch(changed(search, change))
  return (
    <ReportScreen
      spec={spec}
      rows={got.data}
      of={got}
      span={{ from, to }}
      narrowed={warehouse}
      controls={
        <>
          <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to })} />
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
        </>
      }
    >
      {from < to && (
        <Chart
          title={t`Loads by day`}
          heads={{ label: t`Day`, value: t`Loads` }}
          marks={byDay(
            got.data ?? [],
            (r) => r.shipOn,
            () => 1,
            from,
            to,
          ).map((d) => ({ key: d.day, label: day(d.day, locale), value: d.value }))}
          pick={(day) => set({ from: day, to: day })}
        />
      )}
    </ReportScreen>
  )
}
