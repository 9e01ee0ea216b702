import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { GenuineMark } from '@/kit/guest/GenuineMark'
import { GuestPage, Verdict } from '@/kit/guest/GuestPage'
import { late } from '@/kit/later/late'
import { AnswerForm } from './AnswerForm'
import { AskedMore, AskedPart } from './AskedPart'
import { addressOf, hideSecret } from './address'
import { Countdown } from './Countdown'
import { DeadLink } from './DeadLink'
import { Papers } from './Papers'
import css from './Quote.module.css'
import { Standing } from './Standing'
import { useQuote } from './useQuote'

const Lanes = late(() => import('./lanes/Lanes').then((m) => m.Lanes), <p aria-busy="true" />)

const address = addressOf(new URL(location.href))
const clean = hideSecret(new URL(location.href))
if (clean !== location.pathname + location.search + location.hash) history.replaceState(null, '', clean)

/** A carrier's own page: what is asked, until when, and the answer. Nobody signs in, and nothing that was typed is lost. */
export function QuoteResponse() {
  const { t } = useLingui()
  const work = useQuote(address)
  const { details, trouble, draft } = work
  const [many, setMany] = useState(false)
  useEffect(() => {
    document.title = details ? `${details.QuoteInfo.number} · ${details.QuoteInfo.shipper}` : t`Quote`
  }, [details, t])

  if (trouble?.kind === 'refused' && !work.fresh)
    return (
      <GuestPage>
        <DeadLink code={trouble.code} said={trouble.said} token={address.token} />
      </GuestPage>
    )
  if (!details)
    return (
      <GuestPage>
        {trouble ? (
          <Verdict verdict="waiting" title={<Trans>No connection</Trans>}>
            <p>
              <Trans>This page opens by itself as soon as there is a signal.</Trans>
            </p>
            <button type="button" onClick={() => void work.again()}>
              <Trans>Try now</Trans>
            </button>
          </Verdict>
        ) : (
          <div aria-busy="true" className={css.waiting}>
            <Trans>Opening…</Trans>
          </div>
        )}
      </GuestPage>
    )
  const open = details.QuoteInfo.mayAnswer
  const together = details.QuoteInfo.together
  const first = details.status === 'requested'
  return (
    <GuestPage>
      <h1>
        <Trans>{details.QuoteInfo.shipper} asks for your price</Trans>
      </h1>
      <p className={css.of}>
        {details.CarrierName} · {details.QuoteInfo.number}
      </p>
      {trouble?.kind === 'no-contact' && (
        <p className={css.offline} role="status">
          <Trans>No connection. What you see is what was known last; what you type is kept on this device.</Trans>
        </p>
      )}
      <AskedPart details={details} />
      {open && <Countdown until={details.QuoteDeadline} ahead={work.ahead} zone={details.QuoteInfo.asked.zone} onOver={work.again} />}
      <Standing details={details} />
      {together > 1 && (
        <button type="button" className={css.wide} aria-expanded={many} onClick={() => setMany(!many)}>
          {many ? <Trans>Answer this load alone</Trans> : <Trans>You were asked for {together} loads: answer all in one sheet</Trans>}
        </button>
      )}
      {many && (
        <Lanes key={details.QuoteInfo.quoteId} quote={details.QuoteInfo.quoteId} token={address.token} onSent={() => void work.again()} />
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
        {...(open ? { send: () => ask('Quote/SendNewLink', { AccessID: address.token }) } : {})}
      />
      {!open && work.refused && (
        <p role="alert" className={css.bad}>
          {work.refused}
        </p>
      )}
    </GuestPage>
  )
}
