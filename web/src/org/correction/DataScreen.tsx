import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RecordEntry } from '@sync/gen/api'
import { type FormEvent, useState } from 'react'
import { Screen } from '@/kit/layout/Screen'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Button, Tabs, TextInput } from '@/kit/ui'
import css from './Data.module.css'
import { HeadersPart } from './HeadersPart'
import { RecordPanel } from './RecordPanel'

/** What is looked at; it stands in the address. */
export interface DataSearch {
  shipment?: string
  order?: string
  tab?: 'fields'
}

const onServer = msg`Data is corrected on the server, and there is no connection now.`

/** Page 144: corrects any field of an order or a shipment, and says which fields each group sees here. */
export function DataScreen({ search, onSearch }: { search: DataSearch; onSearch: (next: DataSearch) => void }) {
  const { t } = useLingui()
  const sets = useCan('manage-users')
  return (
    <Screen
      title={t`Data admin`}
      below={<Trans>Each correction needs a reason, passes the same checks as an entry, and can be undone.</Trans>}
    >
      <Tabs
        value={search.tab ?? 'correct'}
        onChange={(tab) => onSearch({ ...search, tab: tab === 'fields' ? 'fields' : undefined } as DataSearch)} // the two tabs that there are
        keepMounted={false}
      >
        <Tabs.List aria-label={t`Data admin`}>
          <Tabs.Tab value="correct">
            <Trans>Correct data</Trans>
          </Tabs.Tab>
          {sets && (
            <Tabs.Tab value="fields">
              <Trans>Fields by group</Trans>
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="correct" pt="md">
          <Correct search={search} onSearch={onSearch} />
        </Tabs.Panel>
        {sets && (
          <Tabs.Panel value="fields" pt="md">
            <HeadersPart />
          </Tabs.Panel>
        )}
      </Tabs>
    </Screen>
  )
}

function Correct({ search, onSearch }: { search: DataSearch; onSearch: (next: DataSearch) => void }) {
  const { t } = useLingui()
  const [shipment, setShipment] = useState(search.shipment ?? '')
  const [order, setOrder] = useState(search.order ?? '')
  const named = Boolean(search.shipment || search.order)
  const asked = { ShipmentId: search.shipment ?? '', OrderNumber: search.order ?? '' }
  const found = useCall('DataAdmin/GetOrderDetailsByShipment', asked, { enabled: named, staleMs: 0 })
  const counts = useCall('DataAdmin/GetOrdersCategory', undefined, { enabled: !named })
  const purchases = useCall(
    'DataAdmin/GetPoOrderDetailsByShipment',
    { ShipmentId: search.shipment ?? '' },
    { enabled: Boolean(search.shipment) && found.data?.Shipment !== undefined },
  )
  const own = useCall('DataAdmin/GetConfigurableHeadersByUser', undefined)
  const headers = (kind: string) => own.data?.find((h) => h.Kind === kind)?.Headers ?? []
  const find = (e: FormEvent) => {
    e.preventDefault()
    const next = { ...(shipment.trim() ? { shipment: shipment.trim() } : {}), ...(order.trim() ? { order: order.trim() } : {}) }
    if (next.shipment === search.shipment && next.order === search.order) found.remote.again()
    else onSearch(next)
  }
  const n = (category: string) => counts.data?.find((c) => c.Category === category)?.Count ?? 0
  const panel = (r: RecordEntry, readOnly = false) => (
    <RecordPanel key={`${r.Kind} ${r.Id}`} record={r} headers={headers(r.Kind)} readOnly={readOnly} again={found.remote.again} />
  )
  return (
    <>
      <form className={css.find} onSubmit={find}>
        <TextInput
          label={t`Shipment, BOL or PRO number`}
          maxLength={40}
          value={shipment}
          onChange={(e) => setShipment(e.currentTarget.value)}
        />
        <TextInput label={t`Order number`} maxLength={40} value={order} onChange={(e) => setOrder(e.currentTarget.value)} />
        <Button type="submit" loading={named && found.loading} disabled={!shipment.trim() && !order.trim()}>
          <Trans>Find</Trans>
        </Button>
      </form>
      {!named && (
        <p className={css.quiet}>
          <Trans>Enter a number to see all fields of a shipment and its orders.</Trans>{' '}
          {counts.data && (
            <Trans>
              Orders: {n('pending')} pending, {n('open')} open, {n('built')} built.
            </Trans>
          )}
        </p>
      )}
      {named && (
        <Pending called={found} offline={onServer}>
          {found.data && (
            <div className={css.records}>
              {found.data.Shipment && panel(found.data.Shipment)}
              {found.data.Orders.map((o) => panel(o))}
              {purchases.data?.map((p) => panel(p, true))}
            </div>
          )}
        </Pending>
      )}
    </>
  )
}
