import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MainButton } from '@/kit/guest/MainButton'
import css from './Carrier.module.css'

interface SendingProps {
  work: {
    draft: { waiting: boolean; at: number }
    sending: boolean
    lost: boolean
    refused: { said: string; fields: { field: string; message: string }[] } | undefined
    drop: () => void
  }
  /** Fields that the form shows a refusal beside. */
  beside: readonly string[]
  done: boolean
  children: ReactNode
}

/** The end of a form: what became of it, and its button. */
export function Sending({ work, beside, done, children }: SendingProps) {
  const { draft: d, refused } = work
  const elsewhere = refused && !refused.fields.some((f) => beside.includes(f.field))
  return (
    <>
      {elsewhere && (
        <p role="alert" className={css.bad}>
          {refused.said}
        </p>
      )}
      <p role="status" className={css.kept}>
        {d.waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : d.at > 0 ? (
          work.lost ? (
            <Trans>No connection. Nothing was sent; what you typed is still here.</Trans>
          ) : (
            <Trans>What you typed is kept on this device.</Trans>
          )
        ) : (
          done && <Trans>Sent.</Trans>
        )}
      </p>
      <MainButton type="submit" disabled={work.sending}>
        {children}
      </MainButton>
      {d.at > 0 && !work.sending && !d.waiting && (
        <button type="button" className={css.go} onClick={work.drop}>
          <Trans>Discard</Trans>
        </button>
      )}
    </>
  )
}
