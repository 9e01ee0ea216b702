import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditWeekly } from '@sync/gen/api'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count, money, written } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords, type Words } from '@/kit/words/words'
import css from '../Audit.module.css'
import type { Figure, WeeklySearch } from './search'
import { invoicesOfWeek, weeklyList } from './weeklyList'
import { currenciesOf, figureOf, mondays } from './weeks'

const figures: { of: Figure; label: Words; how: Words }[] = [
  { of: 'saved', label: msg`Saved`, how: msg`Billed less paid, of the invoices that are decided.` },
  { of: 'billed', label: msg`Billed`, how: msg`The totals of all invoices that came in, decided or not.` },
  {
    of: 'paid',
    label: msg`Paid`,
    how: msg`What was paid less refunds, else what the audit released or approved. Invoices that wait are not in it.`,
  },
  { of: 'invoices', label: msg`Invoices`, how: msg`Invoices that came in, by the ISO week of their batch.` },
  { of: 'firstPass', label: msg`First pass`, how: msg`Invoices that passed the first check ÷ invoices checked.` },
]

const none: AuditWeekly[] = []

interface WeeklyScreenProps {
  search: WeeklySearch
  onSearch: (search: WeeklySearch) => void
}

/** The weekly batches of invoices: what came in, what the audit saved, and the invoices of a week. */
export function WeeklyScreen({ search, onSearch }: WeeklyScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = plusDays(to, -89), of = 'saved', warehouse = '', carrier = '' } = search
  const asked = { From: from, To: to, Warehouse: warehouse }
  const got = useReport('Audit/Weekly', { ...asked, Carrier: '' })
  const all = got.data ?? none
  const currencies = currenciesOf(all)
  const currency = currencies.find((c) => c === search.currency) ?? currencies[0] ?? ''
  const carriers = [...new Map(all.map((r) => [r.carrier, r.carrierName || r.carrier]))].sort(([, a], [, b]) => a.localeCompare(b))
  const rows = useMemo(
    () => got.data?.filter((r) => r.currency === currency && (!carrier || r.carrier === carrier)),
    [got.data, currency, carrier],
  )
  const week = all.find((r) => r.week === search.week)
  // Its own week, and nobody else's: Monday to Sunday lie in one batch.
  const span = week ? { From: week.monday, To: plusDays(week.monday, 6) } : { From: from, To: to }
  const listed = useReport('Audit/WeeklyInvoices', { ...span, Warehouse: warehouse, Carrier: carrier }, { enabled: week !== undefined })
  const { file } = useReport('Audit/Weekly', { ...asked, Carrier: carrier }, { enabled: false })
  const set = (change: Partial<WeeklySearch>) => onSearch(changed(search, change))
  const write = (n: number | undefined) => {
    if (n === undefined) return '—'
    if (of === 'invoices') return count(n, locale)
    if (of === 'firstPass') return new Intl.NumberFormat(written(locale), { style: 'percent', maximumFractionDigits: 1 }).format(n / 100)
    return money(n, currency || 'USD', locale)
  }
  const chosen = figures.find((f) => f.of === of)
  const label = words(chosen?.label ?? '')
  const table = useMemo(() => weeklyList(locale), [locale])
  const invoices = useMemo(() => invoicesOfWeek(words, locale), [words, locale])
  const narrowed = [carriers.find(([c]) => c === carrier)?.[1], warehouse, currency].filter(Boolean).join(' · ')
  const controls = (
    <>
      <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to, week: '' })} />
      <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
      <PlainSelect aria-label={t`Carrier`} value={carrier} onChange={(e) => set({ carrier: e.currentTarget.value })}>
        <option value="">{t`All carriers`}</option>
        {carriers.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </PlainSelect>
      {currencies.length > 1 && (
        <PlainSelect aria-label={t`Currency`} value={currency} onChange={(e) => set({ currency: e.currentTarget.value })}>
          {currencies.map((c) => (
            <option key={c} value={c}>
              {c}
            </option>
          ))}
        </PlainSelect>
      )}
    </>
  )
  const head = rows && rows.length > 0 && (
    <>
      <fieldset className={css.figures}>
        <legend className="sr-only">
          <Trans>What the chart shows</Trans>
        </legend>
        {figures.map((f) => (
          <PlainButton key={f.of} aria-pressed={f.of === of} onClick={() => set({ of: f.of })}>
            {words(f.label)}
          </PlainButton>
        ))}
      </fieldset>
      <p className={css.how}>
        <strong>
          {label}: {write(figureOf(rows, of))}
        </strong>{' '}
        {words(chosen?.how ?? '')}
      </p>
      <Chart
        title={t`${label} by week`}
        heads={{ label: t`Week of`, value: label }}
        marks={mondays(from, to).map((m) => ({
          key: m,
          label: day(m, locale),
          value: figureOf(
            rows.filter((r) => r.monday === m),
            of,
          ),
        }))}
        most={of === 'firstPass' ? 100 : undefined}
        write={write}
        picked={week?.monday}
        pick={(monday) => set({ week: all.find((r) => r.monday === monday && r.week !== search.week)?.week ?? '' })}
      />
      {week && (
        <PlainButton className="no-print" onClick={() => set({ week: '' })}>
          <Trans>Show all weeks</Trans>
        </PlainButton>
      )}
    </>
  )
  if (week)
    return (
      <ReportScreen
        spec={invoices}
        rows={listed.data}
        of={listed}
        span={{ from: span.From, to: span.To }}
        narrowed={narrowed}
        controls={controls}
        above={head}
      />
    )
  return (
    <ReportScreen
      spec={table}
      rows={rows}
      of={{ ...got, file: currencies.length > 1 ? undefined : file }}
      span={{ from, to }}
      narrowed={narrowed}
      controls={controls}
    >
      {head}
    </ReportScreen>
  )
}
