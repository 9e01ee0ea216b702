import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { StoredList } from '@/kit/list/StoredList'
import { hrefOf } from '@/kit/page/PageLink'
import { PlainButton } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { useSession } from '@/kit/remote/user'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { apart, BucketTabs, buildShipment, Freshness, PutBack, useCounts, useOrderCount } from '@/shipment/public'
import { ImportScreen } from '../import/ImportScreen'
import { UploadDialog } from '../import/UploadDialog'
import { addOrder } from './addOrder'
import { OrderPeek } from './OrderPeek'
import css from './Orders.module.css'
import { openOrders } from './openOrders'
import { orderList } from './orderList'
import type { OrdersSearch } from './search'

/** Open orders: from a file to a shipment without leaving the page. `bucket` shows them among the order buckets. */
export function OpenOrdersScreen({ search, bucket }: { search: OrdersSearch; bucket?: boolean }) {
  const { t } = useLingui()
  const words = useWords()
  const { ofCode } = useRefusal()
  const navigate = useNavigate()
  const [dropped, setDropped] = useState<File>()
  const [uploading, setUploading] = useState(false)
  const [over, setOver] = useState(false)
  const shelf = useMemo(() => openOrders(search.of), [search.of])
  const session = useSession()
  const pages = session?.pages
  const mayEdit = session?.rights.has('edit-orders') ?? false
  const priced = pages !== undefined && hrefOf({ page: 'ReviewRates' }, pages) !== undefined

  const spec = useMemo(() => {
    const build = async (orders: Order[]) => {
      const no = apart(orders)
      if (no) {
        toasts.warn(ofCode(no.code, { first: no.first, second: no.second }))
        return false
      }
      const shipment = await buildShipment(orders)
      if (!shipment) return false
      void navigate({ to: '/ShipmentDetails/$shipmentid', params: { shipmentid: shipment.id } })
      return undefined
    }
    const rate = (orders: Order[]) => {
      const no = apart(orders)
      if (no) toasts.warn(ofCode(no.code, { first: no.first, second: no.second }))
      else void navigate({ to: '/ReviewRates', search: { orders: orders.map((o) => o.id).join(',') } })
      return false as const
    }
    return orderList({ text: words, build, rate: priced ? rate : undefined, bucket: bucket ?? false })
  }, [words, ofCode, navigate, priced, bucket])

  if (search.import) return <ImportScreen key={search.import} id={search.import} kind="order" search={search} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a short cut for the button beside it
    <div
      className={css.screen}
      data-over={over || undefined}
      onDragOver={(e) => {
        if (!e.dataTransfer.types.includes('Files')) return
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={(e) => {
        if (e.currentTarget === e.target) setOver(false)
      }}
      onDrop={(e) => {
        const file = e.dataTransfer.files[0]
        setOver(false)
        if (!file) return
        e.preventDefault()
        setDropped(file)
        setUploading(true)
      }}
    >
      {bucket && <BucketTabs />}
      {bucket && <Freshness />}
      {bucket && <Halves back={search.back ?? false} />}
      {search.of && (
        <p className={css.note} role="status">
          <Trans>Only the orders of one file.</Trans>{' '}
          <Button variant="subtle" size="xs" onClick={() => void navigate({ to: '.', search: {} })}>
            <Trans>Show all open orders</Trans>
          </Button>
        </p>
      )}
      <div className={css.list}>
        {bucket && search.back ? (
          <PutBack />
        ) : (
          <StoredList key={search.of} spec={spec} shelf={shelf} name={search.of ?? 'open'}>
            {mayEdit && (
              <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => void addOrder()}>{t`Add an order`}</Button>
            )}
            <Button leftSection={<Icon name="up" />} onClick={() => setUploading(true)}>{t`Upload order file`}</Button>
          </StoredList>
        )}
      </div>
      {over && (
        <p className={css.drop} role="status">
          <Trans>Drop the order file here</Trans>
        </p>
      )}
      <UploadDialog
        kind="order"
        key={dropped ? `${dropped.name}${dropped.lastModified}` : 'none'}
        opened={uploading}
        {...(dropped ? { file: dropped } : {})}
        onClose={() => {
          setUploading(false)
          setDropped(undefined)
        }}
      />
      <OrderPeek id={search.order} onBuild={(o) => void spec.actions?.[0]?.run(o)} />
    </div>
  )
}

/** Orders, and shipments that were put back among them: shown as two only while there are such. */
function Halves({ back }: { back: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const put = useCounts()?.get('O') ?? 0
  const orders = useOrderCount()
  if (put === 0 && !back) return null
  const show = (what: boolean) => void navigate({ to: '.', search: what ? { back: true } : {}, replace: true })
  return (
    <fieldset className={css.halves} aria-label={t`Open orders`}>
      <PlainButton aria-pressed={!back} onClick={() => show(false)}>
        <Trans>Orders</Trans> {orders}
      </PlainButton>
      <PlainButton aria-pressed={back} onClick={() => show(true)}>
        <Trans>Put back to open</Trans> {put}
      </PlainButton>
    </fieldset>
  )
}
