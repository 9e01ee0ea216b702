import { Trans, useLingui } from '@lingui/react/macro'
import { money } from '@/kit/format/measure'
import { dateTime } from '@/kit/format/time'
import { Verdict } from '@/kit/guest/GuestPage'
import { reasonWords, whyWords } from '../words'
import type { Details } from './useQuote'

/** Where the quote stands, in the carrier's eyes. */
export function Standing({ details: d }: { details: Details }) {
  const { i18n } = useLingui()
  const sheet = d.PriceSheetDetails
  const amount = money(sheet.amountMinor, d.CurrencyDetails.currencyCode, i18n.locale)
  const at = dateTime(sheet.answeredAt, i18n.locale)
  const why = whyWords[d.TenderedQuoteInfo.why]
  switch (d.status) {
    case 'answered':
      return (
        <Verdict verdict="good" title={<Trans>Received: {amount}</Trans>}>
          <p>
            <Trans>Your answer of {at} stands. You get a mail when the shipper has decided.</Trans>{' '}
            {d.QuoteInfo.mayAnswer ? (
              <Trans>You can change it until time is up.</Trans>
            ) : (
              <Trans>It can no longer be changed; it holds until {dateTime(d.QuoteInfo.validUntil, i18n.locale)}.</Trans>
            )}
          </p>
        </Verdict>
      )
    case 'no-bid': {
      const reason = reasonWords[sheet.reason]
      return (
        <Verdict verdict="waiting" title={<Trans>You do not bid</Trans>}>
          <p>
            {reason && i18n._(reason)} {sheet.note}
          </p>
        </Verdict>
      )
    }
    case 'won':
      return (
        <Verdict verdict="good" title={<Trans>Won: {amount}</Trans>}>
          <p>
            <Trans>The load is yours. The shipper sends the pickup documents.</Trans>
          </p>
        </Verdict>
      )
    case 'lost':
      return (
        <Verdict verdict="waiting" title={<Trans>Not awarded</Trans>}>
          <p>
            {why && i18n._(why)} <Trans>Your price of {amount} no longer binds you.</Trans>
          </p>
        </Verdict>
      )
    case 'missed':
      return (
        <Verdict verdict="bad" title={<Trans>No answer is taken any more</Trans>}>
          <p>{i18n._(why ?? (whyWords.late as NonNullable<typeof why>)) /* 'late' is one of the words */}</p>
          <Contact details={d} />
        </Verdict>
      )
    case 'withdrawn':
      return (
        <Verdict verdict="waiting" title={<Trans>No longer needed</Trans>}>
          <p>
            <Trans>The shipper does not need this quote any more. There is nothing for you to do.</Trans>
          </p>
        </Verdict>
      )
    default:
      return null
  }
}

function Contact({ details: d }: { details: Details }) {
  const { contact, contactBy, number } = d.QuoteInfo
  if (!contact) return null
  return (
    <p>
      <Trans>
        If you still want to haul it, write to {contactBy}:{' '}
        <a href={`mailto:${contact}?subject=${encodeURIComponent(number)}`}>{contact}</a>
      </Trans>
    </p>
  )
}
