import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseClientLoad } from '@sync/gen/api'
import { useMemo } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { weightUnit } from '@/kit/format/units'
import { Screen } from '@/kit/layout/Screen'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PlainButton, PlainSelect } from '@/kit/plain/Plain'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useSites } from '@/kit/report/Sites'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { type Status, statuses } from '@/kit/status/statuses'
import { useWords, type Words } from '@/kit/words/words'
import type { ThreePLSearch } from './search'
import css from './ThreePL.module.css'
import { totalsOf } from './totals'

interface ThreePLProps {
  search: ThreePLSearch
  onSearch: (search: ThreePLSearch) => void
}

/** The server tells no status that is not in the table. */
const statusOf = (r: WarehouseClientLoad) => statuses[r.statuscode as Status]

const list = (words: (w: Words) => string, locale: string): ListSpec<WarehouseClientLoad> => ({
  name: 'threepl',
  title: msg`Clients' shipments`,
  id: (r) => r.shipmentId,
  columns: [
    {
      key: 'number',
      label: msg`Shipment`,
      as: 'identifier',
      width: 130,
      phone: true,
      link: (r) => ({ page: 'ShipmentDetails', params: { shipmentid: r.shipmentId } }),
    },
    { key: 'customer', label: msg`Client`, width: 190, phone: true },
    {
      key: 'statuscode',
      label: msg`Status`,
      width: 130,
      phone: true,
      value: (r) => words(statusOf(r).label),
      cell: (r) => <StatusBadge {...statusOf(r)} />,
    },
    {
      key: 'inbound',
      label: msg`Direction`,
      width: 110,
      value: (r) => words(r.inbound ? msg`Inbound` : msg`Outbound`),
    },
    { key: 'shipOn', label: msg`Ship date`, as: 'day', width: 130, phone: true },
    { key: 'carrier', label: msg`Carrier`, width: 170 },
    { key: 'to', label: msg`Consignee`, width: 180 },
    { key: 'toCity', label: msg`City`, width: 140, value: (r) => [r.toCity, r.toState].filter(Boolean).join(', ') },
    { key: 'pallets', label: msg`Pallets`, as: 'number', width: 90, phone: true },
    { key: 'pieces', label: msg`Pieces`, as: 'number', width: 90 },
    {
      key: 'weight',
      label: msg`Weight`,
      as: 'number',
      width: 110,
      value: (r) => r.weight.milli,
      cell: (r) => (r.weight.unit ? measure(r.weight, locale) : ''),
    },
    { key: 'class', label: msg`Class`, width: 100, value: (r) => [...new Set(r.items.map((i) => i.class))].sort().join(', ') },
    { key: 'warehouse', label: msg`WHSE`, width: 80 },
    { key: 'bol', label: msg`BOL`, as: 'identifier', hidden: true },
    { key: 'pro', label: msg`PRO`, as: 'identifier', hidden: true },
    { key: 'departedAt', label: msg`Departed`, as: 'dateTime', hidden: true },
    { key: 'deliveredAt', label: msg`Delivered`, as: 'dateTime', hidden: true },
  ],
  filters: ['customer', 'carrier', 'inbound', 'warehouse'],
  empty: msg`No load of a client. A load is a client's where its order names the customer.`,
})

/** Page 105: the loads of the clients whose goods a warehouse keeps, by status, with their totals. */
export function ThreePLScreen({ search, onSearch }: ThreePLProps) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const sites = useSites()
  const site = sites.find((s) => s.id === search.warehouse) ?? sites[0]
  const of = { WHSE: site?.id ?? '', customer: search.client ?? '' }
  const enabled = site !== undefined
  const counts = useCall('WarehousesSlots/GetShipmentCountfor3PL', of, { enabled })
  const got = useCall(
    'WarehousesSlots/GetShipmentListfor3PL',
    { ...of, ...(search.status ? { statuscode: search.status } : {}), searchText: '' },
    { enabled },
  )
  const spec = useMemo(() => list(words, locale), [words, locale])
  const rows = got.data?.ShipmentList.Shipments
  const total = totalsOf(rows ?? [], weightUnit())
  const set = (change: { [K in keyof ThreePLSearch]: ThreePLSearch[K] | undefined }) =>
    onSearch({ ...search, ...change } as ThreePLSearch /* an undefined member is left out of the address */)
  return (
    <Screen
      title={t`3PL Warehouse`}
      actions={
        <>
          {sites.length > 1 && (
            <PlainSelect aria-label={t`Warehouse`} value={site?.id ?? ''} onChange={(e) => set({ warehouse: e.currentTarget.value })}>
              {sites.map((s) => (
                <option key={s.id} value={s.id}>
                  {s.id} · {s.name}
                </option>
              ))}
            </PlainSelect>
          )}
          <PlainSelect
            aria-label={t`Client`}
            value={search.client ?? ''}
            onChange={(e) => set({ client: e.currentTarget.value || undefined })}
          >
            <option value="">{t`All clients`}</option>
            {got.data?.Clients.map((c) => (
              <option key={c}>{c}</option>
            ))}
          </PlainSelect>
        </>
      }
    >
      <Pending called={got} offline={t`Clients' loads are read from the server. There is no connection.`}>
        <div className={css.counts}>
          <PlainButton aria-pressed={!search.status} onClick={() => set({ status: undefined })}>
            <Trans>All</Trans> {counts.data?.reduce((n, c) => n + c.count, 0) ?? ''}
          </PlainButton>
          {counts.data?.map((c) => (
            <PlainButton
              key={c.statuscode}
              aria-pressed={search.status === c.statuscode}
              onClick={() => set({ status: c.statuscode as ThreePLSearch['status'] /* the server's own */ })}
            >
              {words(statuses[c.statuscode as Status].label)} {c.count}
            </PlainButton>
          ))}
        </div>
        <p className={css.total} role="status">
          <Trans>Total</Trans>: <Plural value={total.loads} one="# shipment" other="# shipments" /> · {count(total.pallets, locale)}{' '}
          <Plural value={total.pallets} one="pallet" other="pallets" /> · {count(total.pieces, locale)}{' '}
          <Plural value={total.pieces} one="piece" other="pieces" /> · {measure(total.weight, locale)}
        </p>
        <ListScreen spec={spec} rows={rows} />
      </Pending>
    </Screen>
  )
}
