import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsCustom, AnalyticsCustomResp, AnalyticsSum } from '@sync/gen/api'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import type { Column, ListSpec } from '@/kit/list/defineList'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton } from '@/kit/plain/Plain'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords, type Words } from '@/kit/words/words'
import { figuresOf } from '../reports/search'
import { linesList, subjects } from '../reports/subjects'
import css from '../scorecard/Scorecard.module.css'
import { groupings } from './customForm'
import { isTime, marksOf } from './marks'
import type { CustomSearch } from './search'

interface CustomReportProps {
  opened: AnalyticsCustomResp
  search: CustomSearch
  onSearch: (search: CustomSearch) => void
}

/** The sums of a report, or the rows behind one of them. */
export function CustomReport({ opened, search, onSearch }: CustomReportProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const of = opened.Report
  const { from = opened.From, to = opened.To, warehouse = '' } = search
  const asked = { ReportId: of.ReportId, From: from, To: to, Warehouse: warehouse }
  const got = useReport('CustomReports/Run', asked)
  const picked = got.data?.find((s) => s.id === search.sum)
  const behind = useReport(
    'CustomReports/Rows',
    { ...asked, Group: picked?.group ?? '', Then: picked?.then ?? '', Currency: picked?.currency ?? '' },
    { enabled: picked !== undefined },
  )
  const set = (change: Partial<CustomSearch>) => onSearch(changed(search, change))
  const [first, second] = useMemo(() => {
    const say = (by: AnalyticsCustom['GroupBy'], key: string, name: string) =>
      key === ''
        ? words(msg`None`)
        : by === 'day' || by === 'week'
          ? day(key, locale)
          : by === 'state'
            ? words(subjects[of.Report].states[key] ?? key)
            : name
    const { ThenBy } = of
    return [
      (s: AnalyticsSum) => say(of.GroupBy, s.group, s.groupName),
      (s: AnalyticsSum) => (ThenBy ? say(ThenBy, s.then, s.thenName) : ''),
    ] as const
  }, [of, words, locale])
  const has = figuresOf(of.Report)
  const amountWords = has.includes('amount') ? subjects[of.Report].amount : undefined
  const paid = has.includes('paid')
  const loads = has.includes('pallets')
  const spec = useMemo<ListSpec<AnalyticsSum>>(() => {
    const amount = (key: 'amountMinor' | 'paidMinor', label: Words): Column<AnalyticsSum> => ({
      key,
      label,
      as: 'number',
      width: 140,
      value: (s) => (s[key] === null ? undefined : s[key] / 100),
      cell: (s) => (s[key] === null ? '' : money(s[key], s.currency || 'USD', locale)),
      phone: true,
    })
    const columns: (Column<AnalyticsSum> | false)[] = [
      { key: 'groupName', label: groupings[of.GroupBy], width: 220, value: first, phone: true },
      !!of.ThenBy && { key: 'thenName', label: groupings[of.ThenBy], width: 200, value: second, phone: true },
      { key: 'rows', label: msg`Rows`, as: 'number', width: 90, phone: true },
      !!amountWords && amount('amountMinor', amountWords),
      !!amountWords && { key: 'priced', label: msg`With an amount`, as: 'number', width: 130 },
      paid && amount('paidMinor', msg`Paid`),
      !!amountWords && { key: 'currency', label: msg`Currency`, width: 90 },
      loads && { key: 'pallets', label: msg`Pallets`, as: 'number', width: 90 },
      loads && { key: 'pieces', label: msg`Pieces`, as: 'number', width: 90 },
      loads && { key: 'pounds', label: msg`Weight (lb)`, as: 'number', width: 120 },
    ]
    return {
      name: `custom-${of.ReportId}`,
      title: of.ReportName,
      columns: columns.filter((c) => c !== false),
      actions: [{ label: msg`Show rows`, main: true, run: (s) => onSearch(changed(search, { sum: s.id })) }],
      empty: msg`Nothing in this period.`,
    }
  }, [of, locale, amountWords, paid, loads, search, onSearch, first, second])
  const lines = useMemo(() => linesList(of.Report, words, locale), [of.Report, words, locale])
  const label = picked && [first(picked), second(picked), picked.currency].filter(Boolean).join(' · ')
  const controls = (
    <>
      <Span from={from} to={to} today={latestDay(sites)} onSpan={(from, to) => set({ from, to, sum: '' })} />
      <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse, sum: '' })} />
      {picked && (
        <PlainButton onClick={() => set({ sum: '' })}>
          <Trans>Show sums</Trans>
        </PlainButton>
      )}
      <PageLink to={{ page: 'customreports' }}>
        <Trans>All custom reports</Trans>
      </PageLink>
    </>
  )
  const above = (
    <div className={css.explained}>
      <p>
        <strong>
          {of.ReportName}
          {label && `: ${label}`}
        </strong>{' '}
        {words(subjects[of.Report].how)} <Trans>Amounts of two currencies are never added.</Trans>
      </p>
    </div>
  )
  const span = { from, to }
  const narrowed = [warehouse, label].filter(Boolean).join(' · ')
  if (picked)
    return <ReportScreen spec={lines} rows={behind.data} of={behind} span={span} narrowed={narrowed} controls={controls} above={above} />
  return (
    <ReportScreen spec={spec} rows={got.data} of={got} span={span} narrowed={narrowed} controls={controls} above={above}>
      <Chart
        kind={isTime(of.GroupBy) ? 'columns' : 'bars'}
        title={`${t`Rows`}: ${words(groupings[of.GroupBy])}`}
        heads={{ label: words(groupings[of.GroupBy]), value: t`Rows` }}
        marks={marksOf(got.data ?? [], of.GroupBy, (s) => [first(s), second(s), s.currency].filter(Boolean).join(' · '))}
        write={(n) => count(n, locale)}
        pick={(key) => set({ sum: key })}
      />
    </ReportScreen>
  )
}
