import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { OrderPurchase } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { UploadDialog } from '../import/UploadDialog'
import { alongside } from './lines'

const purchaseList = (ship: (chosen: OrderPurchase[]) => void): ListSpec<OrderPurchase> => ({
  name: 'purchases',
  title: msg`Purchase orders to ship`,
  entity: 'order_purchase',
  columns: [
    { key: 'number', label: msg`Purchase order`, as: 'identifier', width: 140, link: (p) => ({ page: 'ShipPO', search: { po: p.id } }) },
    { key: 'vendor', label: msg`Vendor`, width: 220, value: (p) => p.vendor.name },
    { key: 'place', label: msg`From`, width: 150, value: (p) => [p.vendor.city, p.vendor.state].filter(Boolean).join(', ') },
    { key: 'warehouse', label: msg`WHSE`, width: 90 },
    { key: 'shipOn', label: msg`Ready`, as: 'day', width: 140 },
    { key: 'dueOn', label: msg`Due`, as: 'day', width: 140 },
    {
      key: 'lines',
      label: msg`Open lines`,
      as: 'number',
      width: 100,
      value: (p) => p.lines.filter((l) => l.shipped < l.item.pieces).length,
    },
    { key: 'open', label: msg`Pieces left`, as: 'number', width: 110 },
    { key: 'shipped', label: msg`Pieces shipped`, as: 'number', width: 130, value: (p) => p.lines.reduce((n, l) => n + l.shipped, 0) },
    { key: 'carrier', label: msg`Preferred carrier`, width: 120, hidden: true, phone: false },
    { key: 'createdAt', label: msg`Came in`, as: 'dateTime', hidden: true, phone: false },
  ],
  filters: ['warehouse', 'vendor', 'shipOn', 'dueOn', 'place'],
  sort: [{ id: 'shipOn' }, { id: 'number' }],
  actions: [{ label: msg`Ship`, main: true, run: (p) => ship([p]) }],
  bulk: [
    {
      label: msg`Ship as one`,
      run: (chosen) => {
        ship(chosen)
        return false
      },
    },
  ],
  empty: msg`No purchase order waits for its vendor. Upload a file of them to begin.`,
})

/** The purchase orders of which something is left to ship, and the way for more of them to come in. */
export function PurchasesScreen() {
  const navigate = useNavigate()
  // What is shipped to its last piece leaves the device with the server's next row; until then the guess hides it.
  const rows = useLiveQuery(() =>
    local()
      .order_purchase.filter((p) => p.open > 0)
      .toArray(),
  )
  const [uploading, setUploading] = useState(false)
  const refusal = useRefusal()
  const spec = useMemo(
    () =>
      purchaseList(([first, ...others]) => {
        if (!first) return
        const apart = others.find((o) => !alongside(first, o))
        const payer = others.find((o) => o.terms !== first.terms)
        if (!apart && payer) toasts.warn(refusal.ofCode('orders-differ-terms', { first: first.number, second: payer.number }))
        else if (apart) toasts.warn(refusal.ofCode('purchases-apart', { first: first.number, second: apart.number }))
        else void navigate({ to: '/ShipPO/{-$shipmentid}/{-$sh}', search: { po: first.id, with: others.map((o) => o.id) } })
      }),
    [navigate, refusal],
  )
  return (
    <>
      <ListScreen spec={spec} rows={rows}>
        <Button leftSection={<Icon name="up" />} onClick={() => setUploading(true)}>
          <Trans>Upload purchase orders</Trans>
        </Button>
      </ListScreen>
      <UploadDialog kind="purchase" opened={uploading} onClose={() => setUploading(false)} />
    </>
  )
}
