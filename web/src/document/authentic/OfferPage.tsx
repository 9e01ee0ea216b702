import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { dateTime, day } from '@/kit/format/time'
import { Fact, Facts, Verdict } from '@/kit/guest/GuestPage'
import { Records } from './Records'

/** What a mail asks of a carrier, by the word in the address of its check page. */
export const checks = { tender: 'CarrierConfirmation/Check', pickup: 'CarrierConfirmation/CheckPickup', quote: 'Quote/Check' } as const
type Offered = keyof typeof checks

/** Tells whoever was shown a tender, a request for a pickup or one for a price whether it was sent from here, to whom, and whether it still counts. */
export function OfferPage({ org, what, id }: { org: string; what: Offered; id: string }) {
  return (
    <Records
      title={titles[what]}
      call={checks[what]}
      req={{ Org: org, Id: id }}
      known={(o) => <Told o={o} what={what} />}
      unknown={
        <Verdict verdict="bad" title={<Trans>Not sent from here</Trans>}>
          <Trans>No such tender or request was sent from here. Do not haul the load; call the shipper by a number that you know.</Trans>
        </Verdict>
      }
    />
  )
}

const titles = {
  tender: <Trans>Is this tender genuine?</Trans>,
  pickup: <Trans>Is this request for a pickup genuine?</Trans>,
  quote: <Trans>Is this request for a price genuine?</Trans>,
}

function Told({ o, what }: { o: Ops['Quote/Check']['resp']; what: Offered }) {
  const { i18n } = useLingui()
  return (
    <>
      {o.standing === 'open' && (
        <Verdict
          verdict="good"
          title={what === 'pickup' ? <Trans>Genuine, and it counts</Trans> : <Trans>Genuine, waiting for an answer</Trans>}
        >
          <Trans>It is valid only for the carrier named below. Compare every detail with what you were shown.</Trans>
        </Verdict>
      )}
      {o.standing === 'answered' && (
        <Verdict verdict="good" title={<Trans>Genuine, and answered by the carrier</Trans>}>
          <Trans>It is valid only for the carrier named below. Compare every detail with what you were shown.</Trans>
        </Verdict>
      )}
      {o.standing === 'declined' && (
        <Verdict verdict="waiting" title={<Trans>Genuine, but the carrier rejected it</Trans>}>
          <Trans>Do not send a truck for it.</Trans>
        </Verdict>
      )}
      {o.standing === 'over' && (
        <Verdict verdict="waiting" title={<Trans>Genuine, but expired</Trans>}>
          <Trans>It is not open to answer any more. Do not send a truck for it.</Trans>
        </Verdict>
      )}
      {o.standing === 'withdrawn' && (
        <Verdict verdict="bad" title={<Trans>Genuine, but withdrawn</Trans>}>
          <Trans>The shipper withdrew it. Do not send a truck for it.</Trans>
        </Verdict>
      )}
      <Facts>
        <Fact name={<Trans>Shipper</Trans>}>{o.shipper}</Fact>
        <Fact name={<Trans>Carrier</Trans>}>{o.carrier}</Fact>
        <Fact name={what === 'quote' ? <Trans>Request</Trans> : <Trans>Load</Trans>}>{o.number}</Fact>
        <Fact name={<Trans>From</Trans>}>{o.from}</Fact>
        <Fact name={<Trans>To</Trans>}>{o.to}</Fact>
        <Fact name={<Trans>Ship date</Trans>}>{day(o.shipOn, i18n.locale)}</Fact>
        {o.sent && <Fact name={<Trans>Mailed to</Trans>}>{o.sent}</Fact>}
        <Fact name={<Trans>Sent</Trans>}>{dateTime(o.sentAt, i18n.locale)}</Fact>
        {o.until && <Fact name={<Trans>To be answered by</Trans>}>{dateTime(o.until, i18n.locale)}</Fact>}
      </Facts>
    </>
  )
}
