import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '@/kit/format/time'
import css from './Quote.module.css'

interface CountdownProps {
  until: string | null
  /** How far the server's clock is ahead of this device's: the deadline is judged by that one. */
  ahead: number
  /** The shipper's zone, shown beside the reader's where the two differ. */
  zone: string
  onOver: () => void
}

/** The deadline by the reader's own clock, and what is left of the time. */
export function Countdown({ until, ahead, zone, onOver }: CountdownProps) {
  const { i18n } = useLingui()
  const [now, setNow] = useState(Date.now())
  const end = Date.parse(until ?? '')
  const left = end - now - ahead
  const over = left <= 0
  const told = useRef(onOver)
  told.current = onOver
  useEffect(() => {
    if (over) {
      told.current()
      return
    }
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [over])
  const mine = dateTime(end, i18n.locale)
  const theirs = zone ? dateTime(end, i18n.locale, zone) : mine
  return (
    <section className={css.countdown} data-soon={left < 3_600_000 || undefined}>
      <p>
        <Trans>Answer by {mine}, by your clock</Trans>
        {theirs !== mine && (
          <small>
            <Trans>{theirs} where it is picked up</Trans>
          </small>
        )}
      </p>
      <strong role="timer">{over ? <Trans>Time is up</Trans> : remaining(left)}</strong>
    </section>
  )
}

/** 3:59:07, and days before it where there are any: the same in every language. */
function remaining(ms: number) {
  const s = Math.ceil(ms / 1_000)
  const two = (n: number) => String(n).padStart(2, '0')
  const days = Math.floor(s / 86_400)
  return `${days > 0 ? `${days} d ` : ''}${Math.floor((s % 86_400) / 3_600)}:${two(Math.floor((s % 3_600) / 60))}:${two(s % 60)}`
}
