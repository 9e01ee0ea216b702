import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { openForm } from '@/kit/form/FormDialog'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count, money } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { useWords, type Words } from '@/kit/words/words'
import css from '../scorecard/Scorecard.module.css'
import { FilesPart } from './FilesPart'
import { sendForm } from './forms'
import { currenciesOf, figureOf, marksOf, rowsOf } from './groups'
import { SchedulesPart } from './SchedulesPart'
import { figuresOf, groupNames, isMoney, type Line, type ReportsSearch, type Subject, subjectNames, type View } from './search'
import { figureWords, groups, linesList, subjects } from './subjects'

interface ReportsScreenProps {
  search: ReportsSearch
  onSearch: (search: ReportsSearch) => void
}

const none: Line[] = []
/** Bars beyond these are not told apart; the table has all. */
const mostBars = 12
const tabs: { key: View; label: Words; n: undefined }[] = [
  { key: 'report', label: msg`Report`, n: undefined },
  { key: 'scheduled', label: msg`Scheduled`, n: undefined },
  { key: 'files', label: msg`Files`, n: undefined },
]

/** Reports: on the screen, by a schedule, and as files that were made. */
export function ReportsScreen({ search, onSearch }: ReportsScreenProps) {
  const { t } = useLingui()
  const can = { money: useCan('see-money'), claims: useCan('see-claims') }
  const allowed = subjectNames.filter((s) => {
    const { right } = subjects[s]
    return right === 'see-reports' || (right === 'see-money' ? can.money : can.claims)
  })
  const view = search.view ?? 'report'
  const go = (view: View) => onSearch(changed(search, { view: view === 'report' ? undefined : view }))
  return (
    <Staged above={<StageTabs label={t`Reports`} tabs={tabs} at={view} go={go} />}>
      {view === 'scheduled' ? (
        <SchedulesPart allowed={allowed} files={() => go('files')} />
      ) : view === 'files' ? (
        <FilesPart />
      ) : (
        <LinesPart allowed={allowed} search={search} onSearch={onSearch} />
      )}
    </Staged>
  )
}

/** One report: its figure by groups, and the rows of all of them or of one. */
function LinesPart({ allowed, search, onSearch }: ReportsScreenProps & { allowed: readonly Subject[] }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const subject = allowed.find((s) => s === search.report) ?? 'shipments'
  const { to = today, from = plusDays(to, -29), warehouse = '', by = 'day', group } = search
  const figures = figuresOf(subject)
  const of = figures.find((f) => f === search.of) ?? figures[0] ?? 'rows'
  const got = useReport('Shipment/GetReportData', { Report: subject, From: from, To: to, Warehouse: warehouse })
  const all = got.data ?? none
  const currencies = currenciesOf(all)
  const currency = currencies.find((c) => c === search.currency) ?? currencies[0] ?? ''
  // Amounts of two currencies are shown one at a time: its rows are what the sum is made of. A count is of all rows, also of those without an amount.
  const split = currencies.length > 1 && isMoney(of)
  const rows = useMemo(() => (split ? got.data?.filter((r) => r.currency === currency) : got.data), [got.data, currency, split])
  const listed = useMemo(() => (group ? rows && rowsOf(rows, by, group) : rows), [rows, by, group])
  const set = (change: Partial<ReportsSearch>) => onSearch(changed(search, change))
  const write = (n: number | undefined) => (n === undefined ? '—' : isMoney(of) ? money(n, currency || 'USD', locale) : count(n, locale))
  const names = useMemo(() => new Map(all.map((r) => [r.carrier, r.carrierName || r.carrier])), [all])
  const labelOf = (key: string) =>
    by === 'day' || by === 'week'
      ? day(key, locale)
      : by === 'carrier'
        ? key
          ? (names.get(key) ?? key)
          : t`No carrier`
        : by === 'state'
          ? words(subjects[subject].states[key] ?? key)
          : key || t`None`
  const label = words(figureWords(subject, of))
  const grouped = words(groups[by])
  const marks = rows ? marksOf(rows, by, of, from, to, labelOf) : []
  const time = by === 'day' || by === 'week'
  const picked = group ? labelOf(group === '-' ? '' : group) : ''
  const spec = useMemo(() => linesList(subject, words, locale), [subject, words, locale])
  const may = useCan('schedule-reports')
  const form = useMemo(() => sendForm(words), [words])
  return (
    <ReportScreen
      spec={spec}
      rows={listed}
      of={{ ...got, file: group || split ? undefined : got.file }}
      span={{ from, to }}
      narrowed={[warehouse, split && currency, picked].filter(Boolean).join(' · ')}
      controls={
        <>
          <PlainSelect
            aria-label={t`Report`}
            value={subject}
            onChange={(e) => set({ report: subjectNames.find((s) => s === e.currentTarget.value), of: undefined, group: '' })}
          >
            {allowed.map((s) => (
              <option key={s} value={s}>
                {words(subjects[s].label)}
              </option>
            ))}
          </PlainSelect>
          <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to, group: '' })} />
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse, group: '' })} />
          <PlainSelect
            aria-label={t`Group`}
            value={by}
            onChange={(e) => set({ by: groupNames.find((g) => g === e.currentTarget.value), group: '' })}
          >
            {groupNames.map((g) => (
              <option key={g} value={g}>
                {words(groups[g])}
              </option>
            ))}
          </PlainSelect>
          {split && (
            <PlainSelect aria-label={t`Currency`} value={currency} onChange={(e) => set({ currency: e.currentTarget.value })}>
              {currencies.map((c) => (
                <option key={c} value={c}>
                  {c}
                </option>
              ))}
            </PlainSelect>
          )}
          {may && (
            <PlainButton
              onClick={() =>
                void openForm(form, {
                  Report: subject,
                  ReportName: words(subjects[subject].label),
                  From: from,
                  To: to,
                  Warehouse: warehouse,
                })
              }
            >
              <Trans>Run now</Trans>
            </PlainButton>
          )}
          {group && (
            <PlainButton onClick={() => set({ group: '' })}>
              <Trans>Show all rows</Trans>
            </PlainButton>
          )}
        </>
      }
    >
      <section className={css.figures}>
        <fieldset className={css.choice}>
          <legend className="sr-only">
            <Trans>What the chart shows</Trans>
          </legend>
          {figures.map((f) => (
            <PlainButton key={f} aria-pressed={f === of} onClick={() => set({ of: f })}>
              {words(figureWords(subject, f))}
            </PlainButton>
          ))}
        </fieldset>
        <div className={css.explained}>
          <p>
            <strong>
              {label}: {write(figureOf(rows ?? none, of))}
            </strong>{' '}
            {words(subjects[subject].how)}
          </p>
        </div>
      </section>
      <Chart
        kind={time ? 'columns' : 'bars'}
        title={`${label}: ${grouped}`}
        heads={{ label: grouped, value: label }}
        marks={time ? marks : marks.slice(0, mostBars)}
        write={write}
        picked={group}
        pick={(key) => set({ group: key === group ? '' : key })}
      />
    </ReportScreen>
  )
}
