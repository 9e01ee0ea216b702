import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Qr } from '@/kit/qr/Qr'
import { answerFrames } from '../answer'
import type { Bytes } from '../bytes'
import css from './DriverPage.module.css'

const each = 900 // ms: a camera's autofocus and two looks

/** The signature as codes for the tablet's camera, one after the other and round again until it has them all. */
export function AnswerCodes({ answer, bol }: { answer: Bytes; bol: string }) {
  const { t } = useLingui()
  const frames = answerFrames.of(answer)
  const [at, setAt] = useState(0)
  const [still, setStill] = useState(false)
  useEffect(() => {
    if (still || frames.length < 2) return
    const timer = setInterval(() => setAt((n) => (n + 1) % frames.length), each)
    return () => clearInterval(timer)
  }, [still, frames.length])
  return (
    <div className={css.answer}>
      <h1>
        <Trans>Show this to the tablet's camera</Trans>
      </h1>
      <Qr text={frames[at] ?? ''} label={t`Your signature as a code`} />
      <p role="status">
        {frames.length > 1 ? (
          <Trans>
            Code {at + 1} of {frames.length}. Hold still until the tablet has read them all.
          </Trans>
        ) : (
          <Trans>Hold still until the tablet has read it.</Trans>
        )}
      </p>
      {frames.length > 1 && (
        <div className={css.row}>
          <button
            type="button"
            className={css.plain}
            onClick={() => {
              setStill(true)
              setAt((n) => (n + 1) % frames.length)
            }}
          >
            <Trans>Next code</Trans>
          </button>
          {still && (
            <button type="button" className={css.plain} onClick={() => setStill(false)}>
              <Trans>By itself</Trans>
            </button>
          )}
        </div>
      )}
      <p>
        <Trans>Bill {bol} is signed when the tablet says so.</Trans>
      </p>
    </div>
  )
}
