import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { MainButton } from '@/kit/guest/MainButton'
import { newId } from '@/kit/guest/newId'
import { type Trouble, troubleOf } from '@/kit/guest/useLink'
import css from '../Carrier.module.css'
import { keepName, lastName } from '../ProForm'
import { held, refusals } from '../portal'

interface WaitProps {
  scac: string
  /** A load of the carrier, or any truck at a site. */
  of: { ShipmentId: string } | { WarehouseId: string; Direction: string }
  loadType: string | undefined
  from: string
  until: string
  onAsked: () => void
  onBack: () => void
}

/** Asks to be told of a time that comes free. */
export function WaitForm({ scac, of, loadType, from, until, onAsked, onBack }: WaitProps) {
  const { t } = useLingui()
  const [key] = useState(newId)
  const [given, setGiven] = useState({ FromDate: from, UntilDate: until, FromTime: '', UntilTime: '', Reference: '', Name: lastName(scac) })
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const no = refusals(trouble?.kind === 'refused' ? trouble.fields : [])
  const needsReference = 'WarehouseId' in of
  const send = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await ask('CarrierPortal/AskForSlot', { ...held, WaitId: key, ...of, ...(loadType ? { LoadTypeId: loadType } : {}), ...given })
      keepName(scac, given.Name)
      onAsked()
    } catch (err) {
      setTrouble(troubleOf(err))
    } finally {
      setBusy(false)
    }
  }
  const input = (name: keyof typeof given, label: string, type: string) => (
    <Field label={label} error={no[name]}>
      {(wired) => (
        <input
          {...wired}
          type={type}
          autoComplete={name === 'Name' ? 'name' : 'off'}
          maxLength={80}
          value={given[name]}
          onChange={(e) => setGiven({ ...given, [name]: e.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <h3>
        <Trans>Waiting list</Trans>
      </h3>
      <p className={css.quiet}>
        <Trans>The first time that comes free in these days is held for you, and you get a mail.</Trans>
      </p>
      <div className={css.row}>
        {input('FromDate', t`From`, 'date')}
        {input('UntilDate', t`Until`, 'date')}
      </div>
      <div className={css.row}>
        {input('FromTime', t`Earliest start`, 'time')}
        {input('UntilTime', t`Latest start`, 'time')}
      </div>
      {needsReference && input('Reference', t`PO, BOL or load number`, 'text')}
      {input('Name', t`Your name`, 'text')}
      {trouble && !(trouble.kind === 'refused' && trouble.fields.some((f) => f.field in given)) && (
        <p role="alert" className={css.bad}>
          {trouble.kind === 'refused' ? trouble.said : <Trans>No connection. Try again when there is a signal.</Trans>}
        </p>
      )}
      <MainButton type="submit" disabled={busy || !given.Name.trim() || (needsReference && !given.Reference.trim())}>
        <Trans>Wait for a time</Trans>
      </MainButton>
      <button type="button" onClick={onBack}>
        <Trans>Choose a time instead</Trans>
      </button>
    </form>
  )
}
