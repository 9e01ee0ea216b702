import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentTracked } from '@sync/gen/api'
import { measure } from '@/kit/format/measure'
import { dateTime, day } from '@/kit/format/time'
import { Fact, Facts, Verdict } from '@/kit/guest/GuestPage'
import { useWords, type Words } from '@/kit/words/words'
import { Expected } from './Expected'
import { steps } from './steps'
import css from './Track.module.css'

const statuses: Record<ShipmentTracked['status'], { label: Words; verdict: 'good' | 'waiting' | 'bad' }> = {
  planned: { label: msg`Not scheduled yet`, verdict: 'waiting' },
  scheduled: { label: msg`Pickup scheduled`, verdict: 'waiting' },
  'in-transit': { label: msg`In transit`, verdict: 'good' },
  delivered: { label: msg`Delivered`, verdict: 'good' },
  exception: { label: msg`Stopped: ask the shipper`, verdict: 'bad' },
  canceled: { label: msg`Canceled`, verdict: 'bad' },
}

const happened: Record<ShipmentTracked['events'][number]['kind'], Words> = {
  booked: msg`Tendered to the carrier`,
  confirmed: msg`Carrier confirmed the pickup`,
  rescheduled: msg`Pickup rescheduled`,
  loading: msg`Loading started`,
  'picked-up': msg`Picked up`,
  exception: msg`Exception`,
  resumed: msg`Exception resolved`,
  corrected: msg`Status corrected`,
  delivered: msg`Delivered`,
  canceled: msg`Canceled`,
}

const place = (p: ShipmentTracked['from']) => [p.city, p.state].filter(Boolean).join(', ')

/** Where a load stands, for whom it concerns: no name of a person, no price and no goods. */
export function Where({ t: load }: { t: ShipmentTracked }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const { label, verdict } = statuses[load.status]
  return (
    <>
      <h1>
        <Trans>Shipment {load.number}</Trans>
      </h1>
      <p className={css.way}>
        {place(load.from)} → {place(load.to)}
      </p>
      <Verdict verdict={verdict} title={words(label)}>
        {load.status === 'delivered' && load.deliveredAt ? (
          <p>{dateTime(load.deliveredAt, i18n.locale, load.zone)}</p>
        ) : load.status === 'scheduled' && load.shipOn ? (
          <p>
            <Trans>Pickup on {day(load.shipOn, i18n.locale)}</Trans>
          </p>
        ) : null}
        <Expected load={load} />
      </Verdict>
      <Facts>
        <Fact name={<Trans>Shipper</Trans>}>{load.shipper}</Fact>
        {load.carrier && <Fact name={<Trans>Carrier</Trans>}>{load.carrier}</Fact>}
        {load.bol && <Fact name="BOL">{load.bol}</Fact>}
        {load.pro && <Fact name="PRO">{load.pro}</Fact>}
        {load.arriveBy && <Fact name={<Trans>Due</Trans>}>{day(load.arriveBy, i18n.locale)}</Fact>}
        <Fact name={<Trans>Pieces</Trans>}>
          <Plural value={load.pieces} one="# piece" other="# pieces" />
          {load.pallets > 0 && (
            <>
              {' · '}
              <Plural value={load.pallets} one="# pallet" other="# pallets" />
            </>
          )}
        </Fact>
        {load.weight.milli > 0 && <Fact name={<Trans>Weight</Trans>}>{measure(load.weight, i18n.locale)}</Fact>}
      </Facts>
      {load.steps.length > 0 && (
        <section aria-label={t`Transit events`}>
          <h2>
            <Trans>Transit events</Trans>
          </h2>
          <ol className={css.events}>
            {load.steps.map((s) => (
              <li key={`${s.code} ${s.at} ${s.place}`}>
                <span>
                  <strong>{words(steps[s.code] ?? s.code)}</strong> {s.place}
                </span>
                {s.at && <time dateTime={s.at}>{dateTime(s.at, i18n.locale, s.zone)}</time>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {/* A load that was entered when it was on its way has no event here, and something has happened to it. */}
      {(load.events.length > 0 || load.status === 'planned') && (
        <section aria-label={t`Events`}>
          <h2>
            <Trans>Events</Trans>
          </h2>
          {load.events.length === 0 ? (
            <p>
              <Trans>Nothing has happened yet.</Trans>
            </p>
          ) : (
            <ol className={css.events}>
              {load.events.map((e) => (
                <li key={`${e.kind} ${e.at}`}>
                  <strong>{words(happened[e.kind])}</strong>
                  {e.at && <time dateTime={e.at}>{dateTime(e.at, i18n.locale, load.zone)}</time>}
                </li>
              ))}
            </ol>
          )}
        </section>
      )}
    </>
  )
}
