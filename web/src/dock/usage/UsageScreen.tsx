import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Columns } from '@/kit/chart/Columns'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainInput, PlainSelect } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { useRows } from '@/kit/remote/useRows'
import { useSession } from '@/kit/remote/user'
import { useWords, type Words } from '@/kit/words/words'
import type { Figure, UsageSearch } from './search'
import css from './Usage.module.css'
import { byDay, latestDay, totals } from './usage'
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

/** What was done on the docks, by warehouse, person and day: the figure as a chart, and every number in the table below it. */
export function UsageScreen({ search, onSearch }: UsageScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const mine = useSession()?.warehouses ?? []
  const sites = useRows((db) => db.warehouse_site.toArray(), [])?.filter((s) => mine.length === 0 || mine.includes(s.id)) ?? []
  const { from = plusDays(latestDay(sites), -13), to = latestDay(sites), of = 'scans', warehouse = '', user = '' } = search
  const { data, remote } = useCall('DockView/GetUsage', { From: from, To: to, Warehouse: warehouse, UserId: '' })
  const people = new Map((data ?? []).map((u) => [u.userId, u.userName || u.userId]))
  const rows = data?.filter((u) => !user || u.userId === user)
  const set = (change: Partial<UsageSearch>) =>
    onSearch(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, v]) => v)) as UsageSearch) // its own members, without the empty ones
  const sums = totals(rows ?? [])
  const label = words(figures.find((f) => f.of === of)?.label ?? '')
  return (
    <div className={css.screen}>
      <div className={css.filters}>
        <PlainInput aria-label={t`From day`} type="date" value={from} max={to} onChange={(e) => set({ from: e.currentTarget.value })} />
        <PlainInput aria-label={t`Until day`} type="date" value={to} min={from} onChange={(e) => set({ to: e.currentTarget.value })} />
        {sites.length > 1 && (
          <PlainSelect aria-label={t`Warehouse`} value={warehouse} onChange={(e) => set({ warehouse: e.currentTarget.value })}>
            <option value="">{t`All warehouses`}</option>
            {sites.map((s) => (
              <option key={s.id} value={s.id}>
                {s.id} · {s.name}
              </option>
            ))}
          </PlainSelect>
        )}
        <PlainSelect aria-label={t`Person`} value={user} onChange={(e) => set({ user: e.currentTarget.value })}>
          <option value="">{t`Everybody`}</option>
          {[...people]
            .sort(([, a], [, b]) => a.localeCompare(b))
            .map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </PlainSelect>
      </div>
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
      {rows && rows.length > 0 && (
        <Columns
          label={t`${label} by day, ${day(from, locale)} to ${day(to, locale)}: ${count(sums[of], locale)} in all`}
          bars={byDay(rows, of, from, to).map((d) => ({ key: d.day, label: d.day.slice(5), value: d.value }))}
        />
      )}
      <div className={css.list}>
        <ListScreen spec={usageList} rows={rows} remote={remote} />
      </div>
    </div>
  )
}
