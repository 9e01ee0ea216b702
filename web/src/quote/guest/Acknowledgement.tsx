import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { dateTime } from '@/kit/format/time'
import { ask } from '@/kit/guest/ask'
import { GenuineMark } from '@/kit/guest/GenuineMark'
import { Verdict } from '@/kit/guest/GuestPage'
import { LinkPage } from '@/kit/guest/LinkPage'
import { MainButton } from '@/kit/guest/MainButton'
import { type Draft, useAnswer } from '@/kit/guest/useAnswer'
import { type Link, useLink } from '@/kit/guest/useLink'
import { AskedMore, AskedPart } from './AskedPart'
import { labelsOf } from './address'
import { Countdown } from './Countdown'
import css from './Quote.module.css'
import { Standing } from './Standing'
import type { Details } from './useQuote'

const { token, ...labels } = labelsOf(new URL(location.href))
const held = { AccessID: token, ...labels }
const renew = () => ask('Quote/SendNewLink', { AccessID: token })

/** A carrier says that it has a truckload RFQ and is working on a price. Nobody signs in; the price follows on the page beside this one. */
export function Acknowledgement() {
  const { t } = useLingui()
  const link = useLink<Details>({
    key: `rfq.${labels.RFQId}.${labels.carrierSCAC}`,
    ask: (again) => ask('Vendor/GetRFQCarrierInfo', { ...held, Again: again }),
    now: (d) => d.QuoteInfo.now,
    open: (d) => d.QuoteInfo.mayAnswer,
  })
  const about = link.shown?.QuoteInfo
  useEffect(() => {
    document.title = about ? `${about.number} · ${about.shipper}` : t`Truckload RFQ`
  }, [about, t])
  return (
    <LinkPage link={link} dead={<Trans>This link opens nothing</Trans>} renew={renew}>
      {(details) => <Asked link={link} details={details} />}
    </LinkPage>
  )
}

function Asked({ link, details: d }: { link: Link<Details>; details: Details }) {
  const { i18n } = useLingui()
  const q = d.QuoteInfo
  const first = q.mayAnswer && d.status === 'requested'
  const price = `/QuoteResponse?QuoteID=${encodeURIComponent(q.quoteId)}#${token}`
  return (
    <>
      <h1>
        <Trans>{q.shipper} asks for a truckload</Trans>
      </h1>
      <p className={css.of}>
        {d.CarrierName} · {q.number}
      </p>
      <AskedPart details={d} />
      {q.mayAnswer && <Countdown until={d.QuoteDeadline} ahead={link.ahead} zone={q.asked.zone} onOver={link.again} />}
      <Standing details={d} />
      {first && q.acknowledgedAt && (
        <Verdict verdict="good" title={<Trans>Acknowledged. Thank you.</Trans>}>
          <p>
            <Trans>
              {q.shipper} knows since {dateTime(q.acknowledgedAt, i18n.locale)} that you are working on a price.
            </Trans>
          </p>
        </Verdict>
      )}
      {first && !q.acknowledgedAt && <AcknowledgeForm link={link} id={q.quoteId} />}
      {q.mayAnswer && (
        <a className={css.next} href={price}>
          {d.status === 'requested' ? <Trans>Give a price, or decline</Trans> : <Trans>Open my answer</Trans>}
        </a>
      )}
      <AskedMore details={d} />
      <GenuineMark what="quote" id={q.quoteId} token={token} shipper={q.shipper} sent={q.sent} {...(q.mayAnswer ? { send: renew } : {})} />
    </>
  )
}

interface Typed extends Draft {
  name: string
}

function AcknowledgeForm({ link, id }: { link: Link<Details>; id: string }) {
  const work = useAnswer<Typed, Details>({
    key: `lading.rfq.${id}`,
    nothing: { name: '', waiting: false, at: 0 },
    link,
    later: true,
    send: ({ name }) => ask('Vendor/UpdateRFQCarrierStatus', { ...held, Status: 'acknowledged', ContactName: name }),
  })
  const [missing, setMissing] = useState(false)
  const { name, waiting, at } = work.draft
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        setMissing(!name.trim())
        if (name.trim()) work.send()
        else e.currentTarget.querySelector('input')?.focus()
      }}
    >
      <div className={css.field}>
        <label htmlFor="name">
          <Trans>Your name</Trans>
        </label>
        <input
          id="name"
          autoComplete="name"
          maxLength={80}
          value={name}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'name-e' : undefined}
          onChange={(e) => {
            setMissing(false)
            work.type({ name: e.currentTarget.value })
          }}
        />
        {missing && (
          <span id="name-e" role="alert" className={css.bad}>
            <Trans>Your name is missing.</Trans>
          </span>
        )}
      </div>
      {work.refused && (
        <p role="alert" className={css.bad}>
          {work.refused.said}
        </p>
      )}
      <p role="status" className={css.kept}>
        {waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : (
          at > 0 && <Trans>What you typed is kept on this device.</Trans>
        )}
      </p>
      <MainButton type="submit" disabled={work.sending}>
        <Trans>We are working on a price</Trans>
      </MainButton>
    </form>
  )
}
