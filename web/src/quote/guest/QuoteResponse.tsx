import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { GenuineMark } from '@/kit/guest/GenuineMark'
import { LinkPage } from '@/kit/guest/LinkPage'
import { late } from '@/kit/later/late'
import { AnswerForm } from './AnswerForm'
import { AppointmentLine } from './AppointmentLine'
import { AskedMore, AskedPart } from './AskedPart'
import { addressOf, hideSecret } from './address'
import { Countdown } from './Countdown'
import { Papers } from './Papers'
import css from './Quote.module.css'
import { Standing } from './Standing'
import { type Details, useQuote } from './useQuote'

const Lanes = late(() => import('./lanes/Lanes').then((m) => m.Lanes), <p aria-busy="true" />)

const address = addressOf(new URL(location.href))
const clean = hideSecret(new URL(location.href))
if (clean !== location.pathname + location.search + location.hash) history.replaceState(null, '', clean)

const renew = () => ask('Quote/SendNewLink', { AccessID: address.token })

/** A carrier's own page: what is asked, until when, and the answer. Nobody signs in, and nothing that was typed is lost. */
export function QuoteResponse() {
  const { t } = useLingui()
  const work = useQuote(address)
  const about = work.link.shown?.QuoteInfo
  useEffect(() => {
    document.title = about ? `${about.number} · ${about.shipper}` : t`Quote`
  }, [about, t])
  return (
    <LinkPage link={work.link} dead={<Trans>This link does not work</Trans>} renew={renew}>
      {(details) => <Asked work={work} details={details} />}
    </LinkPage>
  )
}

function Asked({ work, details }: { work: ReturnType<typeof useQuote>; details: Details }) {
  const { link, draft } = work
  const [many, setMany] = useState(false)
  const open = details.QuoteInfo.mayAnswer
  const together = details.QuoteInfo.together
  const first = details.status === 'requested'
  return (
    <>
      <h1>
        <Trans>{details.QuoteInfo.shipper} asks for your price</Trans>
      </h1>
      <p className={css.of}>
        {details.CarrierName} · {details.QuoteInfo.number}
      </p>
      <AskedPart details={details} />
      <AppointmentLine quote={details.QuoteInfo.quoteId} token={address.token} fresh={link.fresh} />
      {open && <Countdown until={details.QuoteDeadline} ahead={link.ahead} zone={details.QuoteInfo.asked.zone} onOver={link.again} />}
      <Standing details={details} />
      {together > 1 && (
        <button type="button" className={css.wide} aria-expanded={many} onClick={() => setMany(!many)}>
          {many ? <Trans>Answer this load only</Trans> : <Trans>Request for {together} loads: answer all in one sheet</Trans>}
        </button>
      )}
      {many && (
        <Lanes key={details.QuoteInfo.quoteId} quote={details.QuoteInfo.quoteId} token={address.token} onSent={() => void link.again()} />
      )}
      {open && !many && (first || draft.at > 0) && <AnswerForm work={work} details={details} />}
      {open && !many && !first && draft.at === 0 && (
        <button type="button" className={css.wide} onClick={() => work.change(details)}>
          <Trans>Change my answer</Trans>
        </button>
      )}
      <AskedMore details={details} />
      <Papers papers={work.papers} token={address.token} />
      <GenuineMark
        what="quote"
        id={details.QuoteInfo.quoteId}
        token={address.token}
        shipper={details.QuoteInfo.shipper}
        sent={details.QuoteInfo.sent}
        {...(open ? { send: renew } : {})}
      />
      {!open && work.refused && (
        <p role="alert" className={css.bad}>
          {work.refused}
        </p>
      )}
    </>
  )
}
