import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RatingCandidate, RatingRatesReq } from '@sync/gen/api'
import { useEffect, useRef } from 'react'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import { Candidates } from '@/rating/public'
import css from './Single.module.css'

export interface PricesProps {
  question: RatingRatesReq
  /** Something was typed since: the prices are of something else. */
  stale: boolean
  again: () => void
  busy: boolean
  onTake: (c: RatingCandidate) => void
}

/**
 * What each carrier costs by contract for what is typed. Taking one ships it. Both need the server: tariffs, fuel weeks and markups are the office's money and
 * are on no device, and a price that was found here could be one that nobody is held to. So without a connection the page says so and keeps what was typed.
 */
export function Prices({ question, stale, again, busy, onTake }: PricesProps) {
  const { t } = useLingui()
  const box = useRef<HTMLElement>(null)
  const rates = useCall('Shipment/GETLTLRates', question, { staleMs: 0 })
  const shown = rates.data !== undefined
  const asked = JSON.stringify(question)
  const late = useRef<string>(undefined)
  if (rates.remote.offline) late.current = asked
  useEffect(() => {
    if (!shown) return
    // Prices that come by themselves, with the connection, leave whoever typed on where they are.
    const elsewhere = document.activeElement !== document.body && !box.current?.contains(document.activeElement)
    if (late.current === asked && elsewhere) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' }) // what was asked for is the page's one thing now, not the last line of it
  }, [shown, asked])
  return (
    <section ref={box} className={`${css.section} ${css.prices}`} aria-label={t`Prices`} tabIndex={-1}>
      <h2>
        <Trans>Prices</Trans>
      </h2>
      {stale && (
        <Alert color="yellow" role="status">
          <Trans>The shipment has changed since it was rated.</Trans>{' '}
          <Button size="compact-sm" variant="default" onClick={again}>
            <Trans>Get rates again</Trans>
          </Button>
        </Alert>
      )}
      <Pending called={rates} offline={msg`No connection. Rates come from the server; what you typed is kept.`}>
        {rates.data && <Candidates answer={rates.data} ships {...(stale || busy ? {} : { onTake })} />}
      </Pending>
    </section>
  )
}
