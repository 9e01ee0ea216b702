import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsAct } from '@sync/gen/api'
import { useMemo } from 'react'
import { Chart } from '@/kit/chart/Chart'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { day } from '@/kit/format/time'
import type { ListSpec } from '@/kit/list/defineList'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import css from '../scorecard/Scorecard.module.css'
import { type ActGroup, type ActsSearch, actGroups, keyOf, marksOf, works } from './acts'

const none: AnalyticsAct[] = []
const groupNames = Object.keys(actGroups) as ActGroup[] // its keys are the groups
/** Bars beyond these are not told apart; the table has all. */
const mostBars = 15

/** What the organization's own people did to loads, counted by user, kind of work, day or warehouse. */
export function ActsScreen({ search, onSearch }: { search: ActsSearch; onSearch: (search: ActsSearch) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = plusDays(to, -6), warehouse = '', group } = search
  const by = groupNames.find((g) => g === search.by) ?? 'user'
  const got = useReport('InternalDashboard/Acts', { From: from, To: to, Warehouse: warehouse })
  const all = got.data ?? none
  const names = useMemo(() => new Map(all.map((a) => [a.user || '-', a.userName])), [all])
  const labelOf = (key: string) =>
    by === 'user'
      ? names.get(key) || t`Carriers and the program`
      : by === 'work'
        ? words(works[key as AnalyticsAct['work']] ?? key) // a group's key is its rows' own value
        : by === 'day'
          ? day(key, locale)
          : key
  const listed = useMemo(() => (group ? got.data?.filter((a) => keyOf(a, by) === group) : got.data), [got.data, by, group])
  const people = new Set(all.filter((a) => a.user).map((a) => a.user)).size
  const loads = new Set(all.map((a) => a.shipmentId)).size
  const spec = useMemo<ListSpec<AnalyticsAct>>(
    () => ({
      name: 'activity',
      title: msg`Internal dashboard`,
      columns: [
        { key: 'at', label: msg`When`, as: 'dateTime', width: 190, phone: true },
        { key: 'userName', label: msg`User`, width: 180, phone: true, value: (a) => a.userName || words(msg`Carriers and the program`) },
        { key: 'work', label: msg`Work`, width: 200, code: (a) => a.work, value: (a) => words(works[a.work]), phone: true },
        {
          key: 'number',
          label: msg`Shipment`,
          as: 'identifier',
          width: 130,
          phone: true,
          link: (a) => ({ page: 'ShipmentDetails', params: { shipmentid: a.shipmentId } }),
        },
        { key: 'bol', label: msg`BOL`, as: 'identifier', width: 140 },
        { key: 'warehouse', label: msg`Warehouse`, width: 110 },
        { key: 'byDevice', label: msg`On a device`, width: 120, value: (a) => (a.byDevice ? words(msg`Yes`) : '') },
        { key: 'loggedAt', label: msg`Received`, as: 'dateTime', width: 190, hidden: true },
      ],
      filters: ['work', 'userName', 'warehouse'],
      zone: (a) => a.zone,
      sort: [{ id: 'at', desc: true }],
      empty: msg`Nothing was done to loads in this period.`,
    }),
    [words],
  )
  const set = (change: Partial<ActsSearch>) => onSearch(changed(search, change))
  const marks = got.data ? marksOf(all, by, from, to, labelOf) : []
  return (
    <ReportScreen
      spec={spec}
      rows={listed}
      of={{ ...got, file: group ? undefined : got.file }}
      span={{ from, to }}
      narrowed={[warehouse, group && labelOf(group)].filter(Boolean).join(' · ')}
      controls={
        <>
          <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to, group: '' })} />
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse, group: '' })} />
          <PlainSelect aria-label={t`Group`} value={by} onChange={(e) => set({ by: e.currentTarget.value, group: '' })}>
            {groupNames.map((g) => (
              <option key={g} value={g}>
                {words(actGroups[g])}
              </option>
            ))}
          </PlainSelect>
          {group && (
            <PlainButton onClick={() => set({ group: '' })}>
              <Trans>Show all rows</Trans>
            </PlainButton>
          )}
        </>
      }
      above={
        <div className={css.explained}>
          <p>
            <strong>
              {t`Entries`}: {count(all.length, locale)} · {t`Users`}: {count(people, locale)} · {t`Loads`}: {count(loads, locale)}
            </strong>{' '}
            <Trans>Entries in the history of loads, by the day at the load’s warehouse on which they were made.</Trans>
          </p>
        </div>
      }
    >
      <Chart
        kind={by === 'day' ? 'columns' : 'bars'}
        title={`${t`Entries`}: ${words(actGroups[by])}`}
        heads={{ label: words(actGroups[by]), value: t`Entries` }}
        marks={by === 'day' ? marks : marks.slice(0, mostBars)}
        write={(n) => count(n, locale)}
        picked={group}
        pick={(key) => set({ group: key === group ? '' : key })}
      />
    </ReportScreen>
  )
}
