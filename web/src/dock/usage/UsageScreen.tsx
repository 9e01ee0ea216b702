import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Chart } from '@/kit/chart/Chart'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { byDay, latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords, type Words } from '@/kit/words/words'
import type { Figure, UsageSearch } from './search'
import css from './Usage.module.css'
import { totals } from './usage'
import { usageList } from './usageList'

interface UsageScreenProps {
  search: UsageSearch
  onSearch: (search: UsageSearch) => void
}

const figures: { of: Figure; label: Words }[] = [
  { of: 'scans', label: msg`Pallets scanned` },
  { of: 'loads', label: msg`Trailers closed` },
  { of: 'signatures', label: msg`Signatures` },
  { of: 'exceptions', label: msg`Exceptions` },
  { of: 'photos', label: msg`Photos` },
]

/** What was done on the docks, by warehouse, person and day: a figure as a chart, whose days open their rows in the table below it. */
export function UsageScreen({ search, onSearch }: UsageScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = plusDays(to, -13), of = 'scans', warehouse = '', user = '' } = search
  const got = useReport('DockView/GetUsage', { From: from, To: to, Warehouse: warehouse, UserId: user })
  // Who can be chosen: everybody of these days, also while one is chosen.
  const { data: all } = useReport('DockView/GetUsage', { From: from, To: to, Warehouse: warehouse, UserId: '' }, { enabled: user !== '' })
  const people = new Map((all ?? got.data ?? []).map((u) => [u.userId, u.userName]))
  const rows = got.data?.filter((u) => !search.day || u.day === search.day)
  const set = (change: Partial<UsageSearch>) => onSearch(changed(search, change))
  const sums = totals(rows ?? [])
  const label = words(figures.find((f) => f.of === of)?.label ?? '')
  return (
    <ReportScreen
      spec={usageList}
      rows={rows}
      of={search.day ? { ...got, file: undefined } : got}
      span={{ from: search.day ?? from, to: search.day ?? to }}
      narrowed={[warehouse, people.get(user)].filter(Boolean).join(' · ')}
      controls={
        <>
          <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to, day: '' })} />
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
          <PlainSelect aria-label={t`Person`} value={user} onChange={(e) => set({ user: e.currentTarget.value })}>
            <option value="">{t`All users`}</option>
            {[...people]
              .sort(([, a], [, b]) => a.localeCompare(b))
              .map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </PlainSelect>
        </>
      }
    >
      <fieldset className={css.figures}>
        <legend className="sr-only">
          <Trans>What the chart shows</Trans>
        </legend>
        {figures.map((f) => (
          <PlainButton key={f.of} aria-pressed={f.of === of} onClick={() => set({ of: f.of })}>
            <span>{words(f.label)}</span> <b>{count(sums[f.of], locale)}</b>
          </PlainButton>
        ))}
      </fieldset>
      <Chart
        title={t`${label} by day, ${day(from, locale)} to ${day(to, locale)}`}
        heads={{ label: t`Day`, value: label }}
        marks={byDay(
          got.data ?? [],
          (u) => u.day,
          (u) => u[of],
          from,
          to,
        ).map((d) => ({ key: d.day, label: day(d.day, locale), value: d.value }))}
        picked={search.day}
        pick={(day) => set({ day: day === search.day ? '' : day })}
      />
      {search.day && (
        <PlainButton className="no-print" onClick={() => set({ day: '' })}>
          <Trans>Show all days</Trans>
        </PlainButton>
      )}
    </ReportScreen>
  )
}
