import { msg } from '@lingui/core/macro'
import type { AnalyticsDaily } from '@sync/gen/api'
import { measure } from '@/kit/format/measure'
import type { ListSpec } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { type Status, statuses } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'

/** The status of a load; the server tells none that is not in the table. */
const status = (r: AnalyticsDaily) => statuses[r.status as Status]

type DailySpec<R extends AnalyticsDaily> = Pick<ListSpec<R>, 'columns' | 'filters' | 'hue' | 'zone'>

/** What is told of a load of a warehouse's day. */
export const dailyLoads = <R extends AnalyticsDaily>(words: (w: Words) => string, locale: string): DailySpec<R> => ({
  columns: [
    {
      key: 'number',
      label: msg`Shipment`,
      as: 'identifier',
      width: 130,
      link: (r) => ({ page: 'ShipmentDetails', params: { shipmentid: r.id } }),
      phone: true,
    },
    {
      key: 'status',
      label: msg`Status`,
      width: 140,
      code: (r) => r.status,
      value: (r) => words(status(r).label),
      cell: (r) => <StatusBadge {...status(r)} />,
      phone: true,
    },
    { key: 'shipOn', label: msg`Ship date`, as: 'day', width: 140 },
    {
      key: 'pickupTo',
      label: msg`Pickup window`,
      width: 140,
      value: (r) => (r.pickupFrom || r.pickupTo ? `${r.pickupFrom}–${r.pickupTo}` : ''),
      cell: (r) => `${r.pickupFrom || r.pickupTo ? `${r.pickupFrom}–${r.pickupTo}` : ''}${r.late ? ` · ${words(msg`Late`)}` : ''}`,
      phone: true,
    },
    { key: 'carrierName', label: msg`Carrier`, width: 180, value: (r) => r.carrierName || r.carrier, phone: true },
    { key: 'toName', label: msg`Consignee`, width: 180 },
    { key: 'toCity', label: msg`City`, width: 140, value: (r) => [r.toCity, r.toState].filter(Boolean).join(', ') },
    { key: 'pallets', label: msg`Pallets`, as: 'number', width: 90 },
    { key: 'pieces', label: msg`Pieces`, as: 'number', width: 90, hidden: true },
    {
      key: 'weight',
      label: msg`Weight`,
      as: 'number',
      width: 120,
      value: (r) => r.weight.milli,
      cell: (r) => (r.weight.unit ? measure(r.weight, locale) : ''),
    },
    { key: 'arrivedAt', label: msg`Arrived`, as: 'dateTime', width: 160 },
    { key: 'departedAt', label: msg`Departed`, as: 'dateTime', width: 160 },
    { key: 'deliveredAt', label: msg`Delivered`, as: 'dateTime', width: 160, hidden: true },
    { key: 'mode', label: msg`Mode`, width: 90 },
    { key: 'bol', label: msg`BOL`, as: 'identifier', width: 140, hidden: true },
    { key: 'pro', label: msg`PRO`, as: 'identifier', width: 130, hidden: true },
    { key: 'warehouse', label: msg`Warehouse`, width: 110 },
    { key: 'inbound', label: msg`Direction`, width: 110, value: (r) => words(r.inbound ? msg`Inbound` : msg`Outbound`) },
    { key: 'fromName', label: msg`Shipper`, width: 180, hidden: true },
  ],
  filters: ['status', 'carrierName', 'mode', 'inbound', 'warehouse'],
  hue: (r) => (r.status === 'X' ? 'stopped' : r.late ? 'attention' : undefined),
  zone: (r) => r.zone,
})

/** The loads of a warehouse's day. */
export const dailyList = (words: (w: Words) => string, locale: string): ListSpec<AnalyticsDaily> => ({
  name: 'warehouse-daily',
  title: msg`Daily shipments`,
  ...dailyLoads(words, locale),
  empty: msg`No loads on these days.`,
})
