import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentConfirmation } from '@sync/gen/api'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '@/kit/format/time'
import { ask, Refused } from '@/kit/guest/ask'
import { GenuineMark } from '@/kit/guest/GenuineMark'
import { Fact, Facts, GuestPage, Verdict } from '@/kit/guest/GuestPage'
import { NewLink } from '@/kit/guest/NewLink'
import { useWords } from '@/kit/words/words'
import { Answer } from './Answer'
import { Beside, NextLoad } from './Beside'
import css from './Confirmation.module.css'
import { Load } from './Load'
import { type Reason, reasonWords } from './reasons'

type Stand = { at: 'reading' } | { at: 'dead'; said?: string; code?: string } | { at: 'open'; load: ShipmentConfirmation; skew: number }

/** A carrier answers a tender: no account, one load, one question. The secret stands behind the # and so in no server's log. */
export function CarrierConfirmation() {
  return (
    <GuestPage>
      <Confirmation />
    </GuestPage>
  )
}

function Confirmation() {
  const { t, i18n } = useLingui()
  const [stand, setStand] = useState<Stand>({ at: 'reading' })
  const [told, setTold] = useState(false)
  const [round, setRound] = useState(0)
  const moved = useRef(false)
  const page = useRef<HTMLDivElement>(null)
  const token = location.hash.slice(1)
  useEffect(() => {
    // Another link, of the same mail or opened into the same tab, changes the address alone. What stands here is not what would be answered any more.
    const other = () => {
      setStand({ at: 'reading' })
      setTold(false)
      setRound((n) => n + 1)
      scrollTo(0, 0)
      moved.current = true
    }
    addEventListener('hashchange', other)
    return () => removeEventListener('hashchange', other)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by hand, and in another language
  useEffect(() => {
    let gone = false
    ask('CarrierConfirmation/Open', { Token: token || '-' }).then(
      (load) => !gone && setStand({ at: 'open', load, skew: Date.parse(load.now ?? '') - Date.now() }),
      (err: unknown) => !gone && setStand({ at: 'dead', ...(err instanceof Refused ? { said: err.said, code: err.code } : {}) }),
    )
    return () => {
      gone = true
    }
  }, [token, round, i18n.locale])

  const shown = stand.at === 'open' ? stand.load.id : ''
  useEffect(() => {
    if (shown && moved.current) page.current?.focus() // whoever came by the link of another load hears of which one this is
  }, [shown])

  const another = () => ask('CarrierConfirmation/SendNewLink', { Token: token })

  if (stand.at === 'reading') return <div aria-busy="true" />
  if (stand.at === 'dead')
    return (
      <Verdict verdict="bad" title={stand.said ? t`This load is not yours to answer` : t`No connection`}>
        <p>{stand.said ?? t`Check the phone's signal, then try again.`}</p>
        {stand.code === 'mail-link-replaced' && <NewLink send={another} />}
        {!stand.said && (
          <button type="button" onClick={() => setRound((n) => n + 1)}>
            <Trans>Try again</Trans>
          </button>
        )}
      </Verdict>
    )
  const { load, skew } = stand
  const answered = (now: ShipmentConfirmation) => {
    setStand({ at: 'open', load: now, skew })
    setTold(true)
  }
  return (
    <div key={load.id} tabIndex={-1} className={css.page} ref={page}>
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
      <Load load={load} skew={skew} />
      {load.state === 'open' && (
        <Answer load={load} send={(req) => ask('CarrierConfirmation/Answer', { ...req, Token: token })} onDone={answered} />
      )}
      <Beside load={load} />
      <GenuineMark
        what="tender"
        id={load.id}
        token={token}
        shipper={load.shipper}
        sent={load.sent}
        {...(load.state === 'open' ? { send: another } : {})}
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
