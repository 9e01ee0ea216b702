import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Verdict } from '@/kit/guest/GuestPage'
import { LinkPage } from '@/kit/guest/LinkPage'
import type { Link } from '@/kit/guest/useLink'
import css from '../guest/Portal.module.css'
import type { Shown } from '../guest/ship'
import { renew, usePortalLink } from '../guest/usePortal'
import { BookForm } from './BookForm'
import { Bookings } from './Bookings'
import { Orders } from './Orders'
import { useBooking } from './useBooking'

/** Page 7: a vendor books ocean or air freight for what it has ready of its purchase orders, by the link of its vendor portal. Nobody signs in. */
export function InternationalBookingPortal() {
  const { t } = useLingui()
  const link = usePortalLink()
  const buyer = link.shown?.buyer
  useEffect(() => {
    document.title = buyer ? t`International booking · ${buyer}` : t`International booking`
  }, [buyer, t])
  return (
    <LinkPage link={link} dead={<Trans>This link opens nothing</Trans>} renew={renew}>
      {(shown) => <Portal link={link} shown={shown} />}
    </LinkPage>
  )
}

function Portal({ link, shown }: { link: Link<Shown>; shown: Shown }) {
  const portal = useBooking(link, shown)
  const { draft, sent } = portal
  const [tab, setTab] = useState<'orders' | 'bookings'>('orders')
  return (
    <>
      <h1>
        <Trans>International booking for {shown.buyer}</Trans>
      </h1>
      <p className={css.of}>{shown.vendor}</p>
      {sent && (
        <Verdict verdict="good" title={<Trans>Booked as {sent.shipment.number}</Trans>}>
          <p>
            <Trans>{shown.buyer} has it. You follow it under My bookings.</Trans>
          </p>
        </Verdict>
      )}
      {draft.orders.length > 0 ? (
        <BookForm portal={portal} />
      ) : (
        <>
          <nav className={css.tabs}>
            <button type="button" aria-pressed={tab === 'orders'} onClick={() => setTab('orders')}>
              <Trans>Open orders</Trans> ({shown.orders.length})
            </button>
            <button type="button" aria-pressed={tab === 'bookings'} onClick={() => setTab('bookings')}>
              <Trans>My bookings</Trans> {portal.bookings && `(${portal.bookings.length})`}
            </button>
          </nav>
          {tab === 'orders' ? <Orders shown={shown} onBook={portal.begin} /> : <Bookings portal={portal} />}
        </>
      )}
      <footer className={css.foot}>
        <p>
          <a href={`/VendorPortal${location.pathname.slice(location.pathname.indexOf('/', 1))}${location.hash}`}>
            <Trans>Ship by truck</Trans>
          </a>
        </p>
        <p className={css.quiet}>
          <Trans>
            {shown.contact} of {shown.buyer} sent this link to {shown.sent}. Do not pass it on: whoever has it can book in your name.
          </Trans>
        </p>
      </footer>
    </>
  )
}
