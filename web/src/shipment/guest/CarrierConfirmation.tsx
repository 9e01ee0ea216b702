import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentConfirmation } from '@sync/gen/api'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '@/kit/format/time'
import { ask } from '@/kit/guest/ask'
import { GenuineMark } from '@/kit/guest/GenuineMark'
import { Fact, Facts, Verdict } from '@/kit/guest/GuestPage'
import { LinkPage } from '@/kit/guest/LinkPage'
import { type Link, useLink } from '@/kit/guest/useLink'
import { useWords } from '@/kit/words/words'
import { Answer } from './Answer'
import { Beside, NextLoad } from './Beside'
import css from './Confirmation.module.css'
import { Load } from './Load'
import { type Reason, reasonWords } from './reasons'

/** A carrier answers a tender: no account, one load, one question. The secret stands behind the # and so in no server's log. */
export function CarrierConfirmation() {
  const [token, setToken] = useState(location.hash.slice(1))
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    // Another link, of the same mail or opened into the same tab, changes the address alone. What stands here is not what would be answered any more.
    const other = () => {
      setToken(location.hash.slice(1))
      setMoved(true)
      scrollTo(0, 0)
    }
    addEventListener('hashchange', other)
    return () => removeEventListener('hashchange', other)
  }, [])
  return <Confirmation key={token} token={token} moved={moved} />
}

function Confirmation({ token, moved }: { token: string; moved: boolean }) {
  const link = useLink<ShipmentConfirmation>({
    key: `tender.${token.slice(-8)}`, // too little of the secret to be one
    ask: (again) => ask('CarrierConfirmation/Open', { Token: token || '-', Again: again }),
    now: (load) => load.now,
    open: (load) => load.state === 'open',
  })
  const renew = () => ask('CarrierConfirmation/SendNewLink', { Token: token })
  return (
    <LinkPage link={link} dead={<Trans>This load is not yours to answer</Trans>} renew={renew}>
      {(load) => <Offered key={load.id} load={load} link={link} token={token} moved={moved} renew={renew} />}
    </LinkPage>
  )
}

interface OfferedProps {
  load: ShipmentConfirmation
  link: Link<ShipmentConfirmation>
  token: string
  moved: boolean
  renew: () => Promise<unknown>
}

function Offered({ load, link, token, moved, renew }: OfferedProps) {
  const [told, setTold] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moved) page.current?.focus() // whoever came by the link of another load hears of which one this is
  }, [moved])
  return (
    <div tabIndex={-1} className={css.page} ref={page}>
      {load.state === 'open' ? (
        <h1>
          <Trans>
            {load.shipper} offers you load {load.number}
          </Trans>
        </h1>
      ) : (
        <>
          <Answered load={load} told={told} />
          <NextLoad load={load} />
        </>
      )}
      <Load load={load} skew={link.ahead} />
      {load.state === 'open' && <Answer load={load} link={link} token={token} onDone={() => setTold(true)} />}
      <Beside load={load} />
      <GenuineMark
        what="tender"
        id={load.id}
        token={token}
        shipper={load.shipper}
        sent={load.sent}
        {...(load.state === 'open' ? { send: renew } : {})}
      />
      <p className={css.foot}>
        <Trans>This page is for this one load. It needs no account, and whoever has the link can answer: keep it to yourself.</Trans>
      </p>
    </div>
  )
}

/** Told: the answer was given here and now, and its form is gone; the reader is brought to what came of it. */
function Answered({ load, told }: { load: ShipmentConfirmation; told: boolean }) {
  const { t, i18n } = useLingui()
  const words = useWords()
  const yes = load.state === 'accepted'
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) here.current?.focus()
  }, [told])
  return (
    <div ref={here} role="status" tabIndex={-1}>
      <Verdict verdict={yes ? 'good' : 'waiting'} title={yes ? t`Accepted. Thank you.` : t`Rejected`}>
        <p>
          {yes ? (
            <Trans>
              {load.shipper} has it already. Load {load.number} is yours.
            </Trans>
          ) : (
            <Trans>{load.shipper} has been told. Please do not send a truck.</Trans>
          )}
        </p>
        <Facts>
          <Fact name={t`Answered`}>
            {dateTime(load.answeredAt, i18n.locale, load.zone)} · {load.answeredBy}
          </Fact>
          {load.pro && <Fact name={t`PRO`}>{load.pro}</Fact>}
          {load.driver && <Fact name={t`Driver`}>{load.driver}</Fact>}
          {load.pickupAt && <Fact name={t`Pickup`}>{dateTime(load.pickupAt, i18n.locale, load.zone)}</Fact>}
          {load.reason && <Fact name={t`Reason`}>{words(reasonWords[load.reason as Reason]) /* one of the contract's */}</Fact>}
        </Facts>
      </Verdict>
    </div>
  )
}
