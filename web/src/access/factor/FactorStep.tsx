import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessBeginFactorReq, AccessBeginFactorResp } from '@sync/gen/api'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import css from '../LoginScreen.module.css'
import { FactorSetUp } from './FactorSetUp'

interface Props {
  /** The first step as the server takes it: the name and the password, or what is held of the company's sign-in. */
  grant: object
  /** The same, as the setting up of a second factor takes it. */
  begin: AccessBeginFactorReq
  /** Whether the second factor has yet to be set up. */
  due: boolean
  onIn: () => unknown
  onBack: () => unknown
}

/** The second step of a sign-in: the code of the app, or the setting up of one. */
export function FactorStep({ grant, begin, due, onIn, onBack }: Props) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const [begun, setBegun] = useState<AccessBeginFactorResp>()
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState('')
  const [sending, setSending] = useState(false)
  const [round, setRound] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const ready = !due || begun

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew by hand
  useEffect(() => {
    if (!due) return
    let gone = false
    ask('Access/BeginFactor', begin).then(
      (got) => !gone && setBegun(got),
      (err: unknown) => !gone && setTrouble(err instanceof Refused ? err.said : t`No connection. Try again.`),
    )
    return () => {
      gone = true
    }
  }, [due, round])
  useEffect(() => {
    if (ready) field.current?.focus()
  }, [ready])

  const signIn = async (e: FormEvent) => {
    e.preventDefault()
    setTrouble('')
    setSending(true)
    try {
      await theRemote().enterBy({ ...grant, code, ...(begun ? { setup: begun.Setup } : {}) })
      await onIn()
    } catch (err) {
      setTrouble(refusal.whole(err))
      setCode('')
      field.current?.focus()
    } finally {
      setSending(false)
    }
  }

  return (
    <form className={css.form} onSubmit={(e) => void signIn(e)}>
      <h1>
        <Trans>Second factor</Trans>
      </h1>
      {due && (
        <p className={css.note}>
          <Trans>Your group requires a second factor. Set it up once.</Trans>
        </p>
      )}
      {trouble && (
        <p role="alert" className={css.trouble}>
          <Icon name="stop" />
          {trouble}
        </p>
      )}
      {begun && <FactorSetUp begun={begun} />}
      {ready && (
        <label className={css.field}>
          {due ? <Trans>Code that the app shows</Trans> : <Trans>Code of your app, or a recovery code</Trans>}
          <input
            ref={field}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            inputMode={due ? 'numeric' : 'text'}
            required
            maxLength={40}
            value={code}
            onChange={(e) => setCode(e.currentTarget.value)}
          />
        </label>
      )}
      {ready ? (
        <PlainButton type="submit" filled disabled={sending} aria-busy={sending}>
          <Trans>Sign in</Trans>
        </PlainButton>
      ) : (
        trouble === '' && <div aria-busy="true" />
      )}
      {due && trouble && (
        <PlainButton
          onClick={() => {
            setTrouble('')
            setBegun(undefined)
            setRound(round + 1)
          }}
        >
          <Trans>Begin again</Trans>
        </PlainButton>
      )}
      <PlainButton onClick={() => void onBack()}>
        <Trans>Back</Trans>
      </PlainButton>
    </form>
  )
}
