import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useId, useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCall } from '@/kit/remote/useCall'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { ActionIcon, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../bucket/Bucket.module.css'
import { shipmentColumns } from '../bucket/shipmentList'
import { HistoryFilters } from './HistoryFilters'
import type { HistorySearch } from './search'
import { counted, held, past } from './tabs'

const size = 100

/** The history of shipments by state, newest first. It comes from the server, page by page; without a connection it shows what was seen last. */
export function HistoryScreen({ search }: { search: HistorySearch }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const id = useId()
  const { page = 1, from = '', to = '' } = search
  const status = past.find((s) => s === search.status) ?? 'D'
  const [numbers, setNumbers] = useState<string[]>([])
  const go = (next: HistorySearch) => void navigate({ to: '/ShipmentHistory', search: { ...search, page: 1, ...next } })
  const asked = useCall('Shipment/GetShipmentList', {
    statuscode: status,
    pageSize: size,
    pageIndex: page,
    sortName: 'ShipDate',
    sortbyOrder: -1,
    fromDate: from,
    toDate: to,
    numbers,
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
      columns: shipmentColumns(words, locale),
      filters: ['terms'],
      sort: [{ id: 'shipOn', desc: true }],
      empty: msg`Nothing of this state in these days.`,
    }),
    [words, locale],
  )
  const seek = useCallback(
    (ids: string[]) => {
      setNumbers(ids)
      if (ids.length > 0) void navigate({ to: '/ShipmentHistory', search: (now) => ({ ...now, page: 1 }), replace: true })
    },
    [navigate],
  )
  const onlyIds = useCallback(
    () => void navigate({ to: '/ShipmentHistory', search: ({ status }) => (status ? { status } : {}), replace: true }),
    [navigate],
  )
  const { Unknown: missing, Hidden: hidden } = asked.data ?? {}
  // An answer that was kept before may not tell the two apart.
  const sought = useMemo(() => ({ seek, missing: missing ?? [], hidden: hidden ?? [], onlyIds }), [seek, missing, hidden, onlyIds])
  const total = asked.data?.Total ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <Staged
      above={
        <>
          <StageTabs
            label={t`Status`}
            tabs={past.map((key) => ({ key, label: held[key].label, n: counts.data && counted(key, counts.data) }))}
            at={status}
            go={(key) => go({ status: key })}
          />
          <HistoryFilters search={search} go={go} />
        </>
      }
      below={
        total > size && (
          <nav className={`${css.pager} no-print`} aria-label={t`Pages`}>
            <span role="status">
              <Trans>
                {count((page - 1) * size + 1, locale)}–{count(Math.min(total, page * size), locale)} of {count(total, locale)}
              </Trans>
            </span>
            <ActionIcon variant="default" size="lg" aria-label={t`Page before`} disabled={page <= 1} onClick={() => go({ page: page - 1 })}>
              <Icon name="left" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t`Next page`}
              disabled={page >= pages}
              onClick={() => go({ page: page + 1 })}
            >
              <Icon name="right" />
            </ActionIcon>
          </nav>
        )
      }
    >
      <ListScreen spec={spec} rows={asked.data?.Shipments} remote={{ ...asked.remote, ...(asked.data ? { total } : {}), sought }}>
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
    </Staged>
  )
}
