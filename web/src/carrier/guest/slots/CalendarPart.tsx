import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { type Trouble, troubleOf } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { held } from '../portal'
import own from './Slots.module.css'

/** The address by which the carrier's calendar program reads its appointments. It is shown once, when it is made. */
export function CalendarPart({ has, onDone }: { has: boolean; onDone: () => void }) {
  const { t } = useLingui()
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const run = async (End: boolean) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      setAddress((await ask('CarrierPortal/MakeCalendar', { ...held, End })).address)
      onDone()
    } catch (err) {
      setTrouble(troubleOf(err))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.part}>
      <h2>
        <Trans>Calendar</Trans>
      </h2>
      <p className={css.quiet}>
        <Trans>Subscribe to the address in your calendar: it shows your appointments and keeps them current.</Trans>
      </p>
      {address && (
        <Field label={t`Address`} hint={<Trans>Copy it now: it is not shown again. Whoever has it reads your appointments.</Trans>}>
          {(wired) => <input {...wired} readOnly value={address} onFocus={(e) => e.currentTarget.select()} />}
        </Field>
      )}
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Try again when there is a signal.</Trans>}
        </p>
      )}
      <div className={own.buttons}>
        <button type="button" disabled={busy} onClick={() => void run(false)}>
          {has ? <Trans>Replace the address</Trans> : <Trans>Make an address</Trans>}
        </button>
        {has && (
          <button type="button" disabled={busy} onClick={() => void run(true)}>
            <Trans>End the address</Trans>
          </button>
        )}
      </div>
    </section>
  )
}
