import { Trans, useLingui } from '@lingui/react/macro'
import { plusDays } from '@/kit/format/day'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { latestDay } from '@/kit/report/days'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { BehindReport } from './BehindReport'
import { CarriersReport } from './CarriersReport'
import { type Asked, graces, type ScoreSearch } from './search'

interface ScorecardScreenProps {
  search: ScoreSearch
  onSearch: (search: ScoreSearch) => void
}

/** Carriers by their figures, and the loads, tenders, claims and invoices that a figure was counted from. */
export function ScorecardScreen({ search, onSearch }: ScorecardScreenProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const sites = useSites()
  const today = latestDay(sites)
  const { to = today, from = plusDays(to, -89), warehouse = '', grace = '0' } = search
  const asked: Asked = { From: from, To: to, Warehouse: warehouse, GraceMinutes: Number(grace) }
  const set = (change: Partial<ScoreSearch>) => onSearch(changed(search, change))
  const controls = (
    <>
      <Span from={from} to={to} today={today} onSpan={(from, to) => set({ from, to })} />
      <WarehouseChoice sites={sites} value={warehouse} onChoose={(warehouse) => set({ warehouse })} />
      <PlainSelect
        aria-label={t`Pickup grace`}
        value={grace}
        onChange={(e) => set({ grace: e.currentTarget.value === '0' ? '' : e.currentTarget.value })}
      >
        {graces.map((g) => (
          <option key={g} value={g}>
            {g === 0 ? t`No pickup grace` : t`${count(g, locale)} min pickup grace`}
          </option>
        ))}
      </PlainSelect>
      {search.carrier && (
        <PlainButton onClick={() => set({ carrier: '', counts: undefined })}>
          <Trans>All carriers</Trans>
        </PlainButton>
      )}
    </>
  )
  return search.carrier ? (
    <BehindReport asked={asked} search={search} set={set} controls={controls} />
  ) : (
    <CarriersReport asked={asked} search={search} set={set} controls={controls} />
  )
}
