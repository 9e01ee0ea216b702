import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentConfirmation } from '@sync/gen/api'
import { useEffect, useState } from 'react'
import { groups } from '@/kit/format/identifier'
import { count, measure, money } from '@/kit/format/measure'
import { modeName } from '@/kit/format/mode'
import { dateTime, day, span } from '@/kit/format/time'
import { zoneName } from '@/kit/format/zone'
import { ClauseFacts } from '@/kit/guest/Clauses'
import { Fact, Facts } from '@/kit/guest/GuestPage'
import { useWords } from '@/kit/words/words'
import { termsWords } from '../move/status'
import css from './Confirmation.module.css'

type Party = ShipmentConfirmation['from']

const town = (p: Party) => [p.city, [p.state, p.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** What is offered: the way, the day and the money first, since they decide. */
export function Load({ load, skew }: { load: ShipmentConfirmation; skew: number }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const locale = i18n.locale
  const window = [load.pickupFrom, load.pickupTo].filter(Boolean).join('–')
  return (
    <>
      {load.state === 'open' && <Countdown until={load.expiresAt} zone={load.zone} skew={skew} />}
      <div className={css.way}>
        <Address title={t`From`} of={load.from} />
        <Address title={t`To`} of={load.to} />
      </div>
      <Facts>
        <Fact name={t`Pickup`}>
          {day(load.shipOn, locale)} {window} {window && zoneName(load.zone, load.shipOn, locale)}
        </Fact>
        {load.totalMinor > 0 && <Fact name={t`You are paid`}>{money(load.totalMinor, load.currency, locale)}</Fact>}
        <Fact name={t`Goods`}>
          <Plural value={load.pallets} one="# pallet" other="# pallets" />, {measure(load.weight, locale)},{' '}
          {t`${count(load.pieces, locale)} pieces`}
          {load.goods.length > 0 && <small className={css.quiet}>{load.goods.slice(0, 6).join('; ')}</small>}
        </Fact>
        {load.hazmat.length > 0 && (
          <Fact name={t`Dangerous goods`}>
            {load.hazmat.map((line) => (
              <span key={line} lang="en" className={css.line}>
                {line}
              </span>
            ))}
          </Fact>
        )}
        {load.temperature && <Fact name={t`Temperature`}>{load.temperature}</Fact>}
        <Fact name={t`Mode`}>{words(modeName(load.mode))}</Fact>
        {load.bol && <Fact name={t`BOL`}>{groups(load.bol).join(' ')}</Fact>}
        <Fact name={t`Freight terms`}>{words(termsWords[load.terms])}</Fact>
        {load.services.length > 0 && <Fact name={t`Services`}>{load.services.join(', ')}</Fact>}
        <ClauseFacts of={load.clauses} />
        {load.arriveBy && <Fact name={t`Must arrive by`}>{day(load.arriveBy, locale)}</Fact>}
        {load.appointment && <Fact name={t`Delivery appointment`}>{load.appointment}</Fact>}
        {load.orders.length > 0 && (
          <Fact name={t`Orders`}>
            {load.orders.map(({ order, note }) => (
              <span key={order} className={css.line}>
                {[order, note].filter(Boolean).join(' · ')}
              </span>
            ))}
          </Fact>
        )}
        {load.instruction && <Fact name={t`Instructions`}>{load.instruction}</Fact>}
      </Facts>
    </>
  )
}

function Address({ title, of }: { title: string; of: Party }) {
  return (
    <div>
      <h2>{title}</h2>
      <address>
        <strong>{town(of)}</strong>
        <br />
        {of.name}
        <br />
        {[of.street, of.street2].filter(Boolean).join(', ')}
      </address>
    </div>
  )
}

/** How long there is to answer, by the server's clock: on the reader's own clock, and on the shipper's where that is another. */
function Countdown({ until, zone, skew }: { until: string | null; zone: string; skew: number }) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => Date.now() + skew)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + skew), 15_000)
    return () => clearInterval(timer)
  }, [skew])
  if (!until) return null
  const left = Date.parse(until) - now
  const own = dateTime(until, i18n.locale)
  const theirs = dateTime(until, i18n.locale, zone)
  return (
    <p className={css.until} role="timer" data-near={left < 30 * 60_000 || undefined}>
      {left > 0 ? (
        <Trans>
          Answer by {own}: <strong>{span(left, i18n.locale)}</strong> left.
        </Trans>
      ) : (
        <Trans>The time to answer was over at {own}.</Trans>
      )}
      {own !== theirs && (
        <small className={css.quiet}>
          <Trans>At the warehouse that is {theirs}.</Trans>
        </small>
      )}
    </p>
  )
}
