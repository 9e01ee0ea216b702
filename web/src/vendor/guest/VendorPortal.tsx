import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Verdict } from '@/kit/guest/GuestPage'
import { LinkPage } from '@/kit/guest/LinkPage'
import { NewLink } from '@/kit/guest/NewLink'
import type { Link } from '@/kit/guest/useLink'
import { OrderList } from './OrderList'
import css from './Portal.module.css'
import { ShipForm } from './ShipForm'
import { Shipments } from './Shipments'
import type { Shown } from './ship'
import { renew, usePortal, usePortalLink } from './usePortal'

/** Page 6: a vendor ships what it has ready of its purchase orders, by the link in its mail. Nobody signs in. */
export function VendorPortal() {
  const { t } = useLingui()
  const link = usePortalLink()
  const buyer = link.shown?.buyer
  useEffect(() => {
    document.title = buyer ? t`Purchase orders · ${buyer}` : t`Purchase orders`
  }, [buyer, t])
  return (
    <LinkPage link={link} dead={<Trans>This link opens nothing</Trans>} renew={renew}>
      {(shown) => <Portal link={link} shown={shown} />}
    </LinkPage>
  )
}

function Portal({ link, shown }: { link: Link<Shown>; shown: Shown }) {
  const portal = usePortal(link, shown)
  const { draft, sent } = portal
  const [tab, setTab] = useState<'orders' | 'shipments'>('orders')
  return (
    <>
      <h1>
        <Trans>Purchase orders of {shown.buyer}</Trans>
      </h1>
      <p className={css.of}>{shown.vendor}</p>
      {sent && (
        <Verdict verdict="good" title={<Trans>Shipped as {sent.number}</Trans>}>
          <p>
            <Trans>{shown.buyer} has it. You follow it under My shipments.</Trans>
          </p>
        </Verdict>
      )}
      {draft.orders.length > 0 ? (
        <ShipForm portal={portal} />
      ) : (
        <>
          <nav className={css.tabs}>
            <button type="button" aria-pressed={tab === 'orders'} onClick={() => setTab('orders')}>
              <Trans>Open orders</Trans> ({shown.orders.length})
            </button>
            <button type="button" aria-pressed={tab === 'shipments'} onClick={() => setTab('shipments')}>
              <Trans>My shipments</Trans> {portal.shipments && `(${portal.shipments.length})`}
            </button>
          </nav>
          {tab === 'orders' ? <OrderList shown={shown} onShip={portal.begin} /> : <Shipments portal={portal} />}
        </>
      )}
      <p>
        <a href={`/InternationalBookingPortal${location.pathname.slice(location.pathname.indexOf('/', 1))}${location.hash}`}>
          <Trans>Book ocean or air freight</Trans>
        </a>
      </p>
      <details className={css.foot}>
        <summary>
          <Trans>About this link</Trans>
        </summary>
        <p>
          <Trans>
            {shown.contact} of {shown.buyer} sent it to {shown.sent}. Do not pass it on: whoever has it can ship in your name.
          </Trans>
        </p>
        <NewLink send={renew} plain />
      </details>
    </>
  )
}
