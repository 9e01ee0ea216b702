import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import stageCss from '@/kit/stages/Stages.module.css'
import { statuses } from '@/kit/status/statuses'
import { ActionIcon, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../bucket/Bucket.module.css'
import { shipmentColumns } from '../bucket/shipmentList'
import { HistoryFilters } from './HistoryFilters'
import { type HistorySearch, past } from './search'

const size = 100

/** The history of shipments by state, newest first. It comes from the server, page by page; without a connection it shows what was seen last. */
export function HistoryScreen({ search }: { search: HistorySearch }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const id = useId()
  const { status = 'D', page = 1, from = '', to = '' } = search
  const go = (next: HistorySearch) => void navigate({ to: '/ShipmentHistory', search: { ...search, page: 1, ...next } })
  const asked = useCall('Shipment/GetShipmentList', {
    statuscode: status,
    pageSize: size,
    pageIndex: page,
    sortName: 'ShipDate',
    sortbyOrder: -1,
    fromDate: from,
    toDate: to,
    searchText: search.text ?? '',
    customer: search.customer ?? '',
    businessEntity: search.entity ?? '',
    carrierSCAC: search.carrier ?? '',
    WHSE: search.warehouse ?? '',
    RateModeID: search.mode ?? 0,
    createdUser: search.by ?? '',
  })
  const counts = useCall('Shipment/GetShipmentCount', {})
  const spec = useMemo(
    () => ({
      name: 'history',
      title: msg`Shipment history`,
      columns: shipmentColumns(words),
      filters: ['terms'],
      sort: [{ id: 'shipOn', desc: true }],
      empty: msg`Nothing of this state in these days.`,
    }),
    [words],
  )
  const total = asked.data?.Total ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <div className={css.screen}>
      <div className={`${stageCss.tabs} no-print`} role="tablist" aria-label={t`Status`}>
        {past.map((s) => (
          <button key={s} type="button" role="tab" aria-selected={s === status} onClick={() => go({ status: s })}>
            {words(statuses[s].label)} {counts.data && <span className={stageCss.n}>{count(counts.data.ByStatus[s] ?? 0, locale)}</span>}
          </button>
        ))}
      </div>
      <HistoryFilters search={search} go={go} />
      <div className={css.list}>
        <ListScreen spec={spec} rows={asked.data?.Shipments} remote={{ ...asked.remote, ...(asked.data ? { total } : {}) }}>
          <span className={css.day}>
            <label htmlFor={`${id}-from`}>
              <Trans>Ship date from</Trans>
            </label>
            <TextInput
              id={`${id}-from`}
              type="date"
              value={from}
              max={to || undefined}
              onChange={(e) => go({ from: e.currentTarget.value })}
            />
          </span>
          <span className={css.day}>
            <label htmlFor={`${id}-to`}>
              <Trans>until</Trans>
            </label>
            <TextInput id={`${id}-to`} type="date" value={to} min={from || undefined} onChange={(e) => go({ to: e.currentTarget.value })} />
          </span>
        </ListScreen>
      </div>
      {total > size && (
        <nav className={`${css.pager} no-print`} aria-label={t`Pages`}>
          <span role="status">
            <Trans>
              {count((page - 1) * size + 1, locale)}–{count(Math.min(total, page * size), locale)} of {count(total, locale)}
            </Trans>
          </span>
          <ActionIcon variant="default" size="lg" aria-label={t`Page before`} disabled={page <= 1} onClick={() => go({ page: page - 1 })}>
            <Icon name="left" />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label={t`Next page`} disabled={page >= pages} onClick={() => go({ page: page + 1 })}>
            <Icon name="right" />
          </ActionIcon>
        </nav>
      )}
    </div>
  )
}
