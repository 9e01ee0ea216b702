import { Trans, useLingui } from '@lingui/react/macro'
import type { DockGateSite, DockGateStand } from '@sync/gen/api'
import { useEffect, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { GuestPage, Verdict } from '@/kit/guest/GuestPage'
import { ArriveForm } from './ArriveForm'
import css from './Gate.module.css'
import { WhereToGo } from './WhereToGo'

type Stand = { at: 'reading' } | { at: 'dead'; said?: string } | { at: 'gate'; site: DockGateSite } | { at: 'here'; stand: DockGateStand }

/** How often the phone asks where to go: a driver who waits looks at it now and then. */
const each = 15_000

/** The driver's own phone at the gate: scanned from a sign, no account. Says who is here and for what, and tells where to go. */
export function Arrive() {
  return (
    <GuestPage>
      <Gate />
    </GuestPage>
  )
}

/** What stands behind the # of the address: G and the sign's secret, or, once the driver has said who is here, A and the load's. */
const read = () => ({ way: location.hash.slice(1, 2), token: location.hash.slice(2) || '-' })

function Gate() {
  const { t, i18n } = useLingui()
  const [at, setAt] = useState(read)
  const [stand, setStand] = useState<Stand>({ at: 'reading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const other = () => setAt(read())
    addEventListener('hashchange', other)
    return () => removeEventListener('hashchange', other)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by hand, by the clock, and in another language
  useEffect(() => {
    let gone = false
    const asked: Promise<Stand> =
      at.way === 'A'
        ? ask('DockGate/Stand', { Token: at.token }).then((s) => ({ at: 'here', stand: s }))
        : ask('DockGate/Open', { Token: at.token }).then((site) => ({ at: 'gate', site }))
    asked.then(
      (now) => !gone && setStand(now),
      (err: unknown) => {
        if (gone) return
        // Who is told already where to go is not left without it by a dead spot.
        setStand((was) =>
          was.at === 'here' && !(err instanceof Refused) ? was : { at: 'dead', ...(err instanceof Refused ? { said: err.said } : {}) },
        )
      },
    )
    const timer = at.way === 'A' ? setTimeout(() => setRound((n) => n + 1), each) : undefined
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [at, round, i18n.locale])

  if (stand.at === 'reading') return <div aria-busy="true" />
  if (stand.at === 'dead')
    return (
      <Verdict verdict="bad" title={stand.said ? t`This code leads nowhere` : t`No connection`}>
        <p>{stand.said ?? t`Check the phone's signal, then try again.`}</p>
        {!stand.said && (
          <button type="button" className={css.again} onClick={() => setRound((n) => n + 1)}>
            <Trans>Try again</Trans>
          </button>
        )}
      </Verdict>
    )
  if (stand.at === 'here') return <WhereToGo stand={stand.stand} />
  return (
    <ArriveForm
      site={stand.site}
      send={(said) => ask('DockGate/Arrive', { ...said, Token: at.token })}
      onHere={(now) => {
        setStand({ at: 'here', stand: now })
        location.hash = `A${now.ticket ?? ''}` // a reload, or a phone that slept, comes back here
      }}
    />
  )
}
