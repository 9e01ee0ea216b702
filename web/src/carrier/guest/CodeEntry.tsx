import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ask, NoContact, Refused } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { MainButton } from '@/kit/guest/MainButton'
import css from './Carrier.module.css'
import { refusals } from './portal'

/** Opens the portal where its mail is not at hand: a code goes to the address that the link was mailed to. */
export function CodeEntry({ shipper }: { shipper: string }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [no, setNo] = useState<Refused | NoContact>()
  const run = async (e: FormEvent, what: () => Promise<unknown>) => {
    e.preventDefault()
    setBusy(true)
    setNo(undefined)
    try {
      await what()
    } catch (err) {
      if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err
      setNo(err)
    }
    setBusy(false)
  }
  const mail = async () => {
    await ask('CarrierPortal/SendCode', { Shipper: shipper, Email: email.trim() })
    setSent(true)
    setCode('')
  }
  const enter = async () => {
    const { AccessID } = await ask('CarrierPortal/EnterCode', { Shipper: shipper, Email: email.trim(), Code: code })
    const stays = location.search === '' // then only what stands behind the # changes, and nothing is loaded by that
    location.replace(`/carrierportal#${AccessID}`)
    if (stays) location.reload()
  }
  const wrong = no instanceof Refused ? refusals(no.fields) : {}
  return (
    <form className={css.form} noValidate onSubmit={(e) => void run(e, sent ? enter : mail)}>
      <Field label={t`Your e-mail`} error={wrong.Email} hint={<Trans>The address that the shipper has of you.</Trans>}>
        {(wired) => (
          <input
            {...wired}
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            value={email}
            onChange={(e) => {
              setEmail(e.currentTarget.value)
              setSent(false)
            }}
          />
        )}
      </Field>
      {sent && (
        <>
          <p role="status">
            <Trans>If the shipper knows this address, a code is on its way to it. It works once, for 15 minutes.</Trans>
          </p>
          <Field label={t`Code in the mail`} error={wrong.Code}>
            {(wired) => (
              <input
                {...wired}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={20}
                required
                value={code}
                onChange={(e) => setCode(e.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
      {no && !wrong.Email && !wrong.Code && (
        <p role="alert">{no instanceof Refused ? no.said : <Trans>No connection. Try again when there is a signal.</Trans>}</p>
      )}
      <MainButton type="submit" disabled={busy || (sent ? !code.trim() : !email.trim())}>
        {sent ? <Trans>Open portal</Trans> : <Trans>Send code</Trans>}
      </MainButton>
      {sent && (
        <button type="button" disabled={busy} onClick={(e) => void run(e, mail)}>
          <Trans>Send another code</Trans>
        </button>
      )}
    </form>
  )
}
