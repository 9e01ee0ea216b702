import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DockShipment } from '@sync/gen/api'
import { defineList } from '@/kit/list/defineList'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { loadStates } from '../load/words'

const stateWord = (s: DockShipment) => {
  const { label } = loadStates[s.state]
  return typeof label === 'string' ? label : i18n._(label)
}

/** Loads of the past. Who opens one keeps what the list was narrowed to: the pallet that was looked for is marked in it. */
export const historyList = (narrowed: Record<string, string>) =>
  defineList<DockShipment>({
    title: msg`Pallet history`,
    columns: [
      {
        key: 'bol',
        label: msg`BOL`,
        as: 'identifier',
        width: 210,
        link: (s) => ({ page: 'PalletHistory', search: { ...narrowed, load: s.id } }),
      },
      {
        key: 'state',
        label: msg`State`,
        phone: true,
        value: stateWord,
        cell: (s) => <StatusBadge hue={loadStates[s.state].hue} label={loadStates[s.state].label} />,
      },
      { key: 'shipOn', label: msg`Ship day`, as: 'day', phone: true },
      { key: 'carrier', label: msg`Carrier`, phone: true, value: (s) => s.carrierName || s.carrier },
      { key: 'loadedPallets', label: msg`Loaded`, as: 'number', width: 90 },
      { key: 'totalPallets', label: msg`Pallets`, as: 'number', width: 90 },
      { key: 'trailer', label: msg`Trailer`, as: 'identifier', width: 120 },
      { key: 'seal', label: msg`Seal`, as: 'identifier', width: 120 },
      { key: 'driverName', label: msg`Driver` },
      { key: 'signedBy', label: msg`Signed by` },
      { key: 'signedAt', label: msg`Signed`, as: 'dateTime' },
      { key: 'consignee', label: msg`Consignee`, width: 200 },
      { key: 'pro', label: msg`PRO`, as: 'identifier' },
      { key: 'orders', label: msg`Orders`, as: 'list' },
      { key: 'warehouse', label: msg`Warehouse`, width: 100, hidden: true },
    ],
    filters: ['state', 'carrier', 'warehouse'],
    sort: [{ id: 'shipOn', desc: true }],
    empty: msg`Nothing has left this dock yet.`,
  })
