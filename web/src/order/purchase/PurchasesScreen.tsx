import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { OrderInboundResp } from '@sync/gen/api'
import type { OrderPurchase } from '@sync/gen/tables'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { TakeFile } from '../import/TakeFile'
import { alongside } from './lines'
import css from './Purchase.module.css'

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
    { key: 'carrier', label: msg`Wanted carrier`, width: 120, hidden: true, phone: false },
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
  const { t } = useLingui()
  const navigate = useNavigate()
  // What is shipped to its last piece leaves the device with the server's next row; until then the guess hides it.
  const rows = useLiveQuery(() =>
    local()
      .order_purchase.filter((p) => p.open > 0)
      .toArray(),
  )
  const [outcome, setOutcome] = useState<OrderInboundResp>()
  const refusal = useRefusal()
  const spec = useMemo(
    () =>
      purchaseList(([first, ...others]) => {
        if (!first) return
        const apart = others.find((o) => !alongside(first, o))
        if (apart) toasts.bad(refusal.ofCode('purchases-apart', { first: first.number, second: apart.number }) ?? '')
        else void navigate({ to: '/ShipPO/{-$shipmentid}/{-$sh}', search: { po: first.id, with: others.map((o) => o.id) } })
      }),
    [navigate, refusal],
  )
  return (
    <div className={css.screen}>
      {outcome && <Outcome of={outcome} close={() => setOutcome(undefined)} />}
      <div className={css.list}>
        <ListScreen spec={spec} rows={rows}>
          <TakeFile
            label={t`Upload purchase orders`}
            take={async (file) => setOutcome(await upload('Shipment/UploadInboundFile', {}, [file]))}
          />
        </ListScreen>
      </div>
    </div>
  )
}

/** What came of a file. With a mistake nothing of it is taken, and each one is named by its row and column. */
function Outcome({ of, close }: { of: OrderInboundResp; close: () => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const more = of.Wrong - of.Errors.length
  return (
    <section className={css.outcome} aria-label={t`What came of the file`}>
      {of.Wrong === 0 ? (
        <p role="status">
          <Plural value={of.Added} one="# purchase order is new" other="# purchase orders are new" />,{' '}
          <Plural value={of.Changed} one="# was changed" other="# were changed" />,{' '}
          <Plural value={of.Kept} one="# was here already" other="# were here already" />.
        </p>
      ) : (
        <>
          <p role="alert">
            <strong>
              <Plural
                value={of.Wrong}
                one="The file has # mistake, and nothing of it was taken."
                other="The file has # mistakes, and nothing of it was taken."
              />
            </strong>{' '}
            <Trans>Put it right and upload it again.</Trans>
          </p>
          <ul>
            {of.Errors.map((e) => (
              <li key={`${e.row} ${e.column} ${e.code}`}>
                <strong>{e.header ? t`Row ${e.row}, ${e.header}:` : t`Row ${e.row}:`}</strong> {refusal.ofCode(e.code, e.params)}
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p>
              <Plural value={more} one="And # more." other="And # more." />
            </p>
          )}
        </>
      )}
      <Button variant="default" onClick={close}>
        <Trans>Close</Trans>
      </Button>
    </section>
  )
}
