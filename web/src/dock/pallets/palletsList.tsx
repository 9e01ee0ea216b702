import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { Identifier } from '@/kit/format/Formats'
import { defineList } from '@/kit/list/defineList'
import { can } from '@/kit/remote/can'
import { submit } from '@/kit/remote/submit'
import { StatusBadge } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import { loadStates, palletStates } from '../load/words'
import type { DockedPallet } from './usePalletsOnDock'

// Filters and exports read what a column is worth as text, so states are worth their words.
const said = (words: Words) => (typeof words === 'string' ? words : i18n._(words))

export const palletsList = defineList<DockedPallet>({
  title: msg`Pallets on dock`,
  entity: 'dock_pallet',
  columns: [
    {
      key: 'lpn',
      label: msg`LPN`,
      as: 'identifier',
      width: 200,
      link: (p) => ({ page: 'PalletsOnDock', search: { pallet: p.id } }),
    },
    {
      key: 'state',
      label: msg`State`,
      phone: true,
      value: (p) => said(palletStates[p.state].label),
      cell: (p) => <StatusBadge hue={palletStates[p.state].hue} label={palletStates[p.state].label} />,
    },
    { key: 'door', label: msg`Door`, width: 80, phone: true, value: (p) => p.load.door },
    { key: 'carrier', label: msg`Carrier`, phone: true, value: (p) => p.load.carrierName || p.load.carrier },
    {
      key: 'bol',
      phone: false,
      label: msg`BOL`,
      as: 'identifier',
      width: 210,
      value: (p) => p.load.bol,
      cell: (p) => (
        <Link to="/eSignBOL/load/$id" params={{ id: p.shipmentId }} tabIndex={-1}>
          <Identifier id={p.load.bol} />
        </Link>
      ),
    },
    { key: 'description', label: msg`Goods`, width: 240, phone: true },
    { key: 'pieces', label: msg`Pieces`, as: 'number' },
    { key: 'short', label: msg`Short`, as: 'number', width: 80, value: (p) => p.short || undefined },
    { key: 'weight', label: msg`Weight`, as: 'measure' },
    { key: 'lot', label: msg`Lot`, width: 120, phone: false },
    { key: 'expiresOn', label: msg`Expires`, as: 'day', phone: false },
    { key: 'bestBefore', label: msg`Best before`, as: 'day', hidden: true },
    {
      key: 'load',
      phone: false,
      label: msg`Load state`,
      width: 190,
      value: (p) => said(loadStates[p.load.state].label),
      cell: (p) => <StatusBadge hue={loadStates[p.load.state].hue} label={loadStates[p.load.state].label} />,
    },
    { key: 'scannedAt', phone: false, label: msg`Scanned`, as: 'dateTime' },
    { key: 'orders', phone: false, label: msg`Orders`, value: (p) => p.load.orders.join(', ') },
    { key: 'note', label: msg`Note`, width: 200 },
    { key: 'photos', phone: false, label: msg`Photos`, as: 'number', width: 80, value: (p) => p.photos.length || undefined },
    { key: 'sscc', label: msg`SSCC`, as: 'identifier', width: 230, hidden: true },
    { key: 'consignee', label: msg`Consignee`, hidden: true, value: (p) => p.load.consignee },
    { key: 'shipOn', label: msg`Ship day`, as: 'day', hidden: true, value: (p) => p.load.shipOn },
    { key: 'warehouse', label: msg`Warehouse`, width: 100, hidden: true },
  ],
  filters: ['state', 'carrier', 'door', 'load', 'warehouse'],
  actions: [
    {
      label: msg`Move to active`,
      when: (p) => p.load.state === 'loaded' && can('load'),
      run: (p) => submit('DockView/MoveToActiveStatus', { ShipmentId: p.shipmentId }),
    },
  ],
  sort: [{ id: 'door' }, { id: 'lpn' }],
  hue: (p) => (p.load.state === 'void' ? 'stopped' : p.state === 'short' || p.state === 'damaged' ? 'attention' : undefined),
  empty: msg`No pallets on the dock. They appear here with their loads.`,
})
