import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useCall } from '@/kit/remote/useCall'
import { useScan } from '@/kit/scan/useScan'
import { useWords } from '@/kit/words/words'
import { loadStates } from '../load/words'
import { fromScan } from '../scan/fromScan'
import { ScanBox } from '../scan/ScanBox'
import css from './History.module.css'
import { historyList } from './historyList'
import { PastLoad } from './PastLoad'
import type { HistorySearch, PastState } from './search'

interface HistoryScreenProps {
  search: HistorySearch
  onSearch: (search: HistorySearch) => void
}

const states: PastState[] = ['signed', 'left', 'void']

/** Loads that have left this dock, and where a pallet went. They are no longer on the devices, so the server is asked and the last answer kept. */
export function HistoryScreen({ search, onSearch }: HistoryScreenProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { lpn = '', from = '', to = '', state = '' } = search
  const asked = { Stage: 'live', Lpn: lpn, From: from, To: to }
  const { data, remote } = useCall('DockView/GetShipmentHistory', { ...asked, StatusCode: state })
  const { data: counts } = useCall('DockView/GetShipmentHistoryCount', { ...asked, StatusCode: '' })
  const set = (change: Partial<HistorySearch>) => {
    const next = { ...search, load: undefined, pallet: undefined, ...change }
    onSearch(Object.fromEntries(Object.entries(next).filter(([, v]) => v !== undefined && v !== '')))
  }
  const spec = useMemo(
    () => historyList(Object.fromEntries(Object.entries({ lpn, from, to, state }).filter(([, v]) => v))),
    [lpn, from, to, state],
  )
  const find = (text: string) => set({ lpn: fromScan(text) })
  useScan(find)
  return (
    <div className={css.screen}>
      <div className={css.filters}>
        <ScanBox label={t`Find a pallet`} onTyped={find} />
        <fieldset className={css.chips}>
          <legend className="sr-only">
            <Trans>State</Trans>
          </legend>
          {states.map((s) => (
            <PlainButton key={s} aria-pressed={state === s} onClick={() => set({ state: state === s ? undefined : s })}>
              {words(loadStates[s].label)} {count(counts?.find((c) => c.state === s)?.count ?? 0, locale)}
            </PlainButton>
          ))}
        </fieldset>
        <label className={css.day} htmlFor="from-day">
          <Trans>From day</Trans>
          <PlainInput id="from-day" type="date" value={from} onChange={(e) => set({ from: e.currentTarget.value })} />
        </label>
        <label className={css.day} htmlFor="until-day">
          <Trans>Until day</Trans>
          <PlainInput id="until-day" type="date" value={to} onChange={(e) => set({ to: e.currentTarget.value })} />
        </label>
      </div>
      {lpn && (
        <p className={css.note} role="status">
          <Trans>
            Only loads that <span className="identifier">{lpn}</span> was on.
          </Trans>{' '}
          <PlainButton onClick={() => set({ lpn: undefined })}>
            <Trans>Show all</Trans>
          </PlainButton>
        </p>
      )}
      <div className={css.list}>
        <ListScreen spec={spec} rows={data?.shipments} remote={remote} />
      </div>
      {search.load && (
        <PastLoad
          key={search.load}
          id={search.load}
          load={data?.shipments.find((s) => s.id === search.load)}
          pallet={search.pallet}
          mark={lpn}
          onPallet={(pallet) => set({ load: search.load, pallet })}
          onClose={() => set({})}
        />
      )}
    </div>
  )
}
