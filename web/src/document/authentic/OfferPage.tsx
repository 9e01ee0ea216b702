import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { useEffect, useState } from 'react'
import { dateTime, day } from '@/kit/format/time'
import { ask, Refused } from '@/kit/guest/ask'
import { Fact, Facts, GuestPage, Verdict } from '@/kit/guest/GuestPage'

const asking = { tender: 'CarrierConfirmation/Check', quote: 'Quote/Check' } as const
export type Offered = keyof typeof asking
type Offer = Ops['Quote/Check']['resp']
type Answer = { said: 'offer'; offer: Offer } | { said: 'unknown' | 'no-contact' | 'too-often' }

async function askOffer(org: string, what: Offered, id: string): Promise<Answer> {
  try {
    return { said: 'offer', offer: await ask(asking[what], { Org: org, Id: id }, 20_000) }
  } catch (err) {
    if (!(err instanceof Refused) || err.status >= 500) return { said: 'no-contact' }
    return { said: err.status === 429 ? 'too-often' : 'unknown' }
  }
}

/** Tells whoever was shown a tender or a request for a price whether it was sent from here, to whom, and whether it still counts. */
export function OfferPage({ org, what, id }: { org: string; what: Offered; id: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is asked again on purpose
  useEffect(() => {
    let gone = false
    setAnswer(undefined)
    void askOffer(org, what, id).then((a) => !gone && setAnswer(a))
    return () => {
      gone = true
    }
  }, [org, what, id, round])
  return (
    <GuestPage>
      <h1>{what === 'tender' ? <Trans>Is this tender genuine?</Trans> : <Trans>Is this request for a price genuine?</Trans>}</h1>
      <div aria-live="polite" aria-busy={!answer}>
        {!answer && (
          <p>
            <Trans>Asking the records…</Trans>
          </p>
        )}
        {answer?.said === 'offer' && <Told o={answer.offer} what={what} />}
        {answer && answer.said !== 'offer' && <No said={answer.said} again={() => setRound((n) => n + 1)} />}
      </div>
    </GuestPage>
  )
}

function No({ said, again }: { said: Exclude<Answer['said'], 'offer'>; again: () => void }) {
  if (said === 'unknown')
    return (
      <Verdict verdict="bad" title={<Trans>Not sent from here</Trans>}>
        <Trans>Nothing like it is known. Do not haul the load; call the shipper by a number that you know.</Trans>
      </Verdict>
    )
  return (
    <Verdict
      verdict="waiting"
      title={said === 'too-often' ? <Trans>Asked too often</Trans> : <Trans>The records could not be asked</Trans>}
    >
      {said === 'too-often' ? (
        <Trans>Wait a moment, then ask again.</Trans>
      ) : (
        <Trans>There is no connection, or the server does not answer.</Trans>
      )}{' '}
      <button type="button" onClick={again}>
        <Trans>Ask again</Trans>
      </button>
    </Verdict>
  )
}

function Told({ o, what }: { o: Offer; what: Offered }) {
  const { i18n } = useLingui()
  return (
    <>
      {o.standing === 'open' && (
        <Verdict verdict="good" title={<Trans>Genuine, and it waits for an answer</Trans>}>
          <Trans>It counts only for the carrier that is named below. Compare all of it with what you were shown.</Trans>
        </Verdict>
      )}
      {o.standing === 'answered' && (
        <Verdict verdict="good" title={<Trans>Genuine, and answered by the carrier</Trans>}>
          <Trans>It counts only for the carrier that is named below. Compare all of it with what you were shown.</Trans>
        </Verdict>
      )}
      {o.standing === 'declined' && (
        <Verdict verdict="waiting" title={<Trans>Genuine, but the carrier said no</Trans>}>
          <Trans>Do not send a truck for it.</Trans>
        </Verdict>
      )}
      {o.standing === 'over' && (
        <Verdict verdict="waiting" title={<Trans>Genuine, but over</Trans>}>
          <Trans>It is not open to answer any more. Do not send a truck for it.</Trans>
        </Verdict>
      )}
      {o.standing === 'withdrawn' && (
        <Verdict verdict="bad" title={<Trans>Genuine, but taken back</Trans>}>
          <Trans>The shipper has taken it back. Do not send a truck for it.</Trans>
        </Verdict>
      )}
      <Facts>
        <Fact name={<Trans>Shipper</Trans>}>{o.shipper}</Fact>
        <Fact name={<Trans>Carrier</Trans>}>{o.carrier}</Fact>
        <Fact name={what === 'tender' ? <Trans>Load</Trans> : <Trans>Request</Trans>}>{o.number}</Fact>
        <Fact name={<Trans>From</Trans>}>{o.from}</Fact>
        <Fact name={<Trans>To</Trans>}>{o.to}</Fact>
        <Fact name={<Trans>Ship date</Trans>}>{day(o.shipOn, i18n.locale)}</Fact>
        {o.sent && <Fact name={<Trans>Mailed to</Trans>}>{o.sent}</Fact>}
        <Fact name={<Trans>Sent</Trans>}>{dateTime(o.sentAt, i18n.locale)}</Fact>
        <Fact name={<Trans>To be answered by</Trans>}>{dateTime(o.until, i18n.locale)}</Fact>
      </Facts>
    </>
  )
}
