import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnalyticsCondition, AnalyticsViewResp } from '@sync/gen/api'
import { useId, useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { day } from '@/kit/format/time'
import { PlainButton } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { latestDay } from '@/kit/report/days'
import { ReportScreen } from '@/kit/report/ReportScreen'
import { useSites, WarehouseChoice } from '@/kit/report/Sites'
import { Span } from '@/kit/report/Span'
import { changed } from '@/kit/report/search'
import { useReport } from '@/kit/report/useReport'
import { useWords } from '@/kit/words/words'
import { subjects } from '../reports/subjects'
import { Conditions } from './Conditions'
import { comparisons, isBare, viewColumns, viewList } from './columns'
import { Full } from './Full'
import { filtersIn, type ViewSearch } from './search'
import css from './Views.module.css'

interface ViewScreenProps {
  /** Empty opens the default view. */
  id: string
  search: ViewSearch
  onSearch: (search: ViewSearch) => void
}

const onServer = msg`Views are read from the server, and there is no connection now.`

/** A view as a list: its rows in the days that it opens with, narrowed further by the user. */
export function ViewScreen({ id, search, onSearch }: ViewScreenProps) {
  const { t } = useLingui()
  const got = useCall('DynamicViews/Open', { TemplateId: id })
  return (
    <Full title={got.data?.Template.TemplateName ?? t`Dynamic views`}>
      <Pending called={got} offline={onServer}>
        {got.data && <Opened view={got.data} search={search} onSearch={onSearch} />}
      </Pending>
    </Full>
  )
}

function Opened({ view, search, onSearch }: { view: AnalyticsViewResp } & Omit<ViewScreenProps, 'id'>) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { act } = useAct()
  const sites = useSites()
  const input = useId()
  const of = view.Template
  const from = search.from ?? view.From
  const to = search.to ?? view.To
  const warehouse = search.warehouse ?? view.Warehouse
  const own = useMemo(() => filtersIn(search.filters) ?? view.Filters, [search.filters, view.Filters])
  const [typed, setTyped] = useState<AnalyticsCondition[]>()
  const got = useReport('DynamicViews/Rows', { TemplateId: of.TemplateId, Warehouse: warehouse, Filters: own, From: from, To: to })
  const spec = useMemo(() => viewList(of, words, locale), [of, words, locale])
  const narrow = (Warehouse: string, Filters: AnalyticsCondition[]) => {
    onSearch({ ...changed(search, {}), warehouse: Warehouse, filters: JSON.stringify(Filters) })
    if (of.PersistentFilter)
      void act(() => theRemote().submit('DynamicViews/KeepFilter', { TemplateId: of.TemplateId, Warehouse, Filters }))
  }
  const columns = useMemo(() => viewColumns(of.Report, words, locale), [of.Report, words, locale])
  const say = (c: AnalyticsCondition) => {
    const column = columns.find((x) => x.key === c.Key)
    const state = c.Key === 'state' ? subjects[of.Report].states[c.Value ?? ''] : undefined
    const value = state ? words(state) : column?.as === 'day' && c.Value ? day(c.Value, locale) : (c.Value ?? '')
    return [column ? words(column.label) : c.Key, words(comparisons[c.Is]), isBare(c.Is) ? '' : value].filter(Boolean).join(' ')
  }
  const filters = own.length
  return (
    <ReportScreen
      spec={spec}
      rows={got.data}
      of={got}
      span={{ from, to }}
      narrowed={[warehouse, ...of.Filters.map(say), ...own.map(say)].filter(Boolean).join(' · ')}
      controls={
        <>
          <Span from={from} to={to} today={latestDay(sites)} onSpan={(from, to) => onSearch(changed(search, { from, to }))} />
          <WarehouseChoice sites={sites} value={warehouse} onChoose={(w) => narrow(w, own)} />
          <PlainButton aria-expanded={typed !== undefined} onClick={() => setTyped(typed ? undefined : own)}>
            {filters > 0 ? plural(filters, { one: '# filter', other: '# filters' }) : t`Filters`}
          </PlainButton>
        </>
      }
      above={
        <section className={css.layout}>
          <p className={css.quiet}>
            {words(subjects[of.Report].how)} {of.Filters.map(say).join(' · ')}
          </p>
          {typed && (
            <form
              className={css.filters}
              onSubmit={(e) => {
                e.preventDefault()
                narrow(
                  warehouse,
                  typed.filter((c) => isBare(c.Is) || c.Value),
                )
                setTyped(undefined)
              }}
            >
              <Conditions id={input} subject={of.Report} value={typed} onChange={setTyped} />
              <div className={css.pair}>
                <PlainButton filled type="submit">
                  <Trans>Apply</Trans>
                </PlainButton>
                <PlainButton onClick={() => setTyped(undefined)}>
                  <Trans>Cancel</Trans>
                </PlainButton>
              </div>
              {of.PersistentFilter && (
                <p className={css.quiet}>
                  <Trans>This view opens with your filters next time.</Trans>
                </p>
              )}
            </form>
          )}
        </section>
      }
    />
  )
}
