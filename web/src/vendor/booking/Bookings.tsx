import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import css from '../guest/Portal.module.css'
import type { Booked, Booking } from './useBooking'
import { statuses } from './words'

/** What the vendor has booked, and where each stands. */
export function Bookings({ portal }: { portal: Booking }) {
  if (!portal.bookings)
    return portal.bookingsLost ? (
      <p className={css.none} role="status">
        <Trans>No connection. Your bookings appear here as soon as there is a signal.</Trans>
      </p>
    ) : (
      <p className={css.none} aria-busy="true">
        <Trans>Your bookings are being read…</Trans>
      </p>
    )
  if (portal.bookings.length === 0)
    return (
      <p className={css.none}>
        <Trans>Nothing booked yet.</Trans>
      </p>
    )
  return (
    <ul className={css.cards}>
      {portal.bookings.map((b) => (
        <Card key={b.booking.shipmentId} of={b} />
      ))}
    </ul>
  )
}

function Card({ of: { shipment: s, booking: b, containers } }: { of: Booked }) {
  const { i18n } = useLingui()
  const words = useWords()
  const status = statuses[s.statuscode]
  return (
    <li>
      <h2>
        {s.number} <span className={css.state}>{status ? i18n._(status) : s.statuscode}</span>
      </h2>
      <p>
        {b.mode} · {b.originName} → {b.portName} · {b.incoterm} {b.place}
      </p>
      <dl className={css.facts}>
        <div>
          <dt>
            <Trans>Departure</Trans>
          </dt>
          <dd>{[day(b.departsOn, i18n.locale), b.vessel, b.voyage, b.carrier].filter(Boolean).join(' · ')}</dd>
        </div>
        {b.booking && (
          <div>
            <dt>
              <Trans>Booking</Trans>
            </dt>
            <dd>{[b.booking, b.masterBill].filter(Boolean).join(' · ')}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Goods</Trans>
          </dt>
          <dd>{s.lines.map((l) => `${l.purchase} ${l.item || l.line}: ${count(l.pieces, i18n.locale)}`).join(' · ')}</dd>
        </div>
        {containers.map((c) => (
          <div key={c.containerId}>
            <dt>{c.number}</dt>
            <dd>
              {c.lastCode ? (
                [
                  words(transitSteps[c.lastCode as keyof typeof transitSteps]),
                  c.lastPlace,
                  dateTime(c.lastAt, i18n.locale, c.lastZone || undefined),
                ] // a code of the tracking's own table
                  .filter(Boolean)
                  .join(' · ')
              ) : (
                <Trans>No events yet</Trans>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
