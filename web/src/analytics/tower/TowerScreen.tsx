import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsWatched, ReportFilter } from '@sync/gen/api'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import { dailyLoads } from '@/warehouse/public'
import css from '../scorecard/Scorecard.module.css'
import { Narrow } from './Narrow'
import { SavedViews } from './SavedViews'
import { filtersOf, sides, type TowerSearch, tileNames, tiles, towerSearch } from './tiles'

interface TowerScreenProps {
  search: TowerSearch
  onSearch: (search: TowerSearch) => void
}

/** What waits, is late, under way or delivered now. The chosen figure tells what it counts and lists it. */
export function TowerScreen({ search, onSearch }: TowerScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { tile = 'due-today', warehouse = '' } = search
  const filters = useMemo(() => filtersOf(search.filters), [search.filters])
  const { from, to } = search
  const span = from && to ? { from, to } : undefined
  const asked = {
    Warehouse: warehouse,
    AddFilterList: filters,
    ...(search.side ? { Type: search.side } : {}),
    ...(span ? { StartDate: span.from, EndDate: span.to } : {}),
  }
  const figures = useCall('Dashboard/Figures', asked).data
  const got = useReport('Dashboard/Loads', { Tile: tile, ...asked })
  const spec = useMemo(() => {
    const { columns, ...rest } = dailyLoads<AnalyticsWatched>(words, locale)
    const arriveBy = { key: 'arriveBy', label: msg`Must arrive by`, as: 'day', width: 150 } as const
    return {
      name: 'dashboard',
      title: tiles[tile].label,
      ...rest,
      columns: [...columns.slice(0, 4), arriveBy, ...columns.slice(4)],
      empty: msg`No such loads now.`,
    }
  }, [words, locale, tile])
  const set = (change: Partial<TowerSearch>) => onSearch(changed(search, change))
  return (
    <ReportScreen
      spec={spec}
      rows={got.data}
      of={got}
      span={span ?? { from: today, to: today }}
      narrowed={[search.side && words(sides[search.side]), warehouse, ...filters.map((f) => f.Values.join(', '))]
        .filter(Boolean)
        .join(' · ')}
      controls={
        <>
          <PlainSelect
            aria-label={t`Side`}
            value={search.side ?? ''}
            onChange={(e) => set({ side: e.currentTarget.value === 'ship' ? 'ship' : e.currentTarget.value ? 'receive' : undefined })}
          >
            <option value="">{t`Shipping and receiving`}</option>
            <option value="ship">{words(sides.ship)}</option>
            <option value="receive">{words(sides.receive)}</option>
          </PlainSelect>
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
          <Narrow
            type={search.side}
            warehouse={warehouse}
            span={span}
            onSpan={() => set({ from: undefined, to: undefined })}
            filters={filters}
            onFilters={(next) => set({ filters: next.length > 0 ? JSON.stringify(next) : undefined })}
          />
          <SavedViews
            now={{
              Figure: tile,
              AddFilterList: withSite(filters, warehouse),
              StartDate: span?.from ?? '',
              EndDate: span?.to ?? '',
              Type: search.side ?? '',
            }}
            onOpen={(s) =>
              onSearch(
                towerSearch({
                  tile: s.Figure,
                  side: s.Type,
                  from: s.StartDate,
                  to: s.EndDate,
                  filters: s.AddFilterList?.length ? JSON.stringify(s.AddFilterList) : undefined,
                }),
              )
            }
          />
        </>
      }
      above={
        <section className={css.figures}>
          <fieldset className={css.choice}>
            <legend className="sr-only">
              <Trans>Figure</Trans>
            </legend>
            {tileNames.map((name) => {
              const n = figures?.find((f) => f.tile === name)?.n
              return (
                <PlainButton key={name} aria-pressed={name === tile} onClick={() => set({ tile: name === 'due-today' ? undefined : name })}>
                  <span>{words(tiles[name].label)}</span> <b>{n === undefined ? '…' : count(n, locale)}</b>
                </PlainButton>
              )
            })}
          </fieldset>
          <div className={css.explained}>
            <p>{words(tiles[tile].counts)}</p>
          </div>
        </section>
      }
    >
      <Chart title={t`By carrier`} heads={{ label: t`Carrier`, value: t`Loads` }} marks={byCarrier(got.data ?? [], t`No carrier`)} />
    </ReportScreen>
  )
}

/** The warehouse as one more filter, since a saved view has no other place for it. */
const withSite = (filters: ReportFilter[], warehouse: string) =>
  warehouse && !filters.some((f) => f.Name === 'warehouse') ? [...filters, { Name: 'warehouse', Values: [warehouse] }] : filters

/** How many loads each carrier has, by its SCAC since ten names would not stand side by side: the most first, and of many carriers the first ten. */
function byCarrier(rows: readonly AnalyticsWatched[], none: string) {
  const n = new Map<string, number>()
  for (const r of rows) n.set(r.carrier || none, (n.get(r.carrier || none) ?? 0) + 1)
  return [...n]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 10)
    .map(([label, value]) => ({ key: label, label, value }))
}
