import { msg } from '@lingui/core/macro'
import type { AnalyticsSet } from '@sync/gen/api'
import { download } from '@sync/transfer'
import { useMemo } from 'react'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { saveFile } from '@/kit/list/csv'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { searchOf, text, day as validDay } from '@/kit/page/search'
import { useCall } from '@/kit/remote/useCall'
import { latestDay } from '@/kit/report/days'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed, type ReportSearch } from '@/kit/report/search'
import { useWords } from '@/kit/words/words'
import { subjects } from '../reports/subjects'
import { viewColumns } from '../views/columns'
import css from './Hub.module.css'

export const hubSearch = searchOf<ReportSearch>({ from: validDay, to: validDay, warehouse: text })

/** The data that the user may take out as files, with how much there is in a period. */
export function HubScreen({ search, onSearch }: { search: ReportSearch; onSearch: (search: ReportSearch) => void }) {
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = plusDays(to, -29), warehouse = '' } = search
  const got = useCall('DataHub/Sets', { From: from, To: to, Warehouse: warehouse })
  const spec = useMemo<ListSpec<AnalyticsSet>>(() => {
    const heads = (s: AnalyticsSet) => {
      const named = viewColumns(s.report, words, locale)
      return s.columns.flatMap((key) => named.filter((c) => c.key === key).map((c) => ({ Key: key, Head: words(c.label) })))
    }
    return {
      name: 'data-hub',
      title: msg`Data hub`,
      id: (s) => s.report,
      columns: [
        { key: 'report', label: msg`Data`, width: 160, value: (s) => words(subjects[s.report].label), phone: true },
        {
          key: 'rows',
          label: msg`Rows`,
          as: 'number',
          width: 110,
          phone: true,
          cell: (s) => (s.rows < 0 ? words(msg`Too many: shorten the period`) : count(s.rows, locale)),
        },
        { key: 'firstDay', label: msg`First day`, as: 'day', width: 140 },
        { key: 'lastDay', label: msg`Last day`, as: 'day', width: 140, phone: true },
        { key: 'how', label: msg`What it counts`, width: 420, value: (s) => words(subjects[s.report].how) },
        {
          key: 'columns',
          label: msg`Columns`,
          width: 420,
          value: (s) =>
            heads(s)
              .map((c) => c.Head)
              .join(', '),
        },
      ],
      actions: [
        {
          label: msg`Download`,
          main: true,
          when: (s) => s.rows > 0,
          run: async (s) => {
            const file = await download('Shipment/ShipmentReportDownload', {
              Report: s.report,
              From: from,
              To: to,
              Warehouse: warehouse,
              Columns: heads(s),
            })
            saveFile(`${s.report} ${from} ${to}.csv`, file.blob, file.blob.type)
          },
        },
      ],
      empty: msg`No data in your access.`,
    }
  }, [words, locale, from, to, warehouse])
  const set = (change: Partial<ReportSearch>) => onSearch(changed(search, change))
  return (
    <div className={css.screen}>
      <div className={css.controls}>
        <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to })} />
        <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
      </div>
      <div className={css.list}>
        <ListScreen spec={spec} rows={got.data} remote={got.remote} />
      </div>
    </div>
  )
}
