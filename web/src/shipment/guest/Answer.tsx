import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentAnswerReq, ShipmentConfirmation } from '@sync/gen/api'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Refused } from '@/kit/guest/ask'
import { useWords } from '@/kit/words/words'
import css from './Confirmation.module.css'
import { type Reason, reasonWords } from './reasons'

type Given = Omit<ShipmentAnswerReq, 'Token'>

interface AnswerProps {
  load: ShipmentConfirmation
  send: (given: Given) => Promise<ShipmentConfirmation>
  onDone: (now: ShipmentConfirmation) => void
}

/** Yes or no, and what goes with it. Nothing is sent before the second button: a slipped thumb must not take a load. */
export function Answer({ load, send, onDone }: AnswerProps) {
  const { t } = useLingui()
  const words = useWords()
  const [side, setSide] = useState<'yes' | 'no'>()
  const [given, setGiven] = useState<Given>({ Accept: false, Name: '' })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const began = useRef(false)
  // The button that was pressed is gone: whoever has no eyes or no mouse goes on at what has come in its place.
  useEffect(() => {
    if (side) form.current?.querySelector<HTMLElement>('input, select')?.focus()
    else if (began.current) first.current?.focus()
    began.current ||= side !== undefined
  }, [side])
  const mark = (fields: Record<string, string>) => {
    setWrong(fields)
    if (Object.keys(fields).length > 0) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const turn = (to: 'yes' | 'no' | undefined) => {
    setSide(to)
    setWrong({})
    setTrouble('')
  }
  const set = (more: Partial<Given>) => {
    setGiven((g) => ({ ...g, ...more }))
    setWrong((w) => Object.fromEntries(Object.entries(w).filter(([field]) => !(field in more))))
  }

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const missing: Record<string, string> = {}
    if (!given.Name.trim()) missing.Name = t`Your name is missing.`
    if (side === 'yes' && load.over && !given.PickupAt) missing.PickupAt = t`The pickup window has closed. Say when your truck comes.`
    if (side === 'no' && !given.Reason) missing.Reason = t`Please give a reason.`
    mark(missing)
    setTrouble('')
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const { Name, Note, Reason, PRO, Driver, DriverPhone, PickupAt } = given
    try {
      onDone(
        await send(
          side === 'yes'
            ? {
                Accept: true,
                Name,
                Note: Note ?? '',
                PRO: PRO ?? '',
                Driver: Driver ?? '',
                DriverPhone: DriverPhone ?? '',
                PickupAt: PickupAt ?? '',
              }
            : { Accept: false, Name, Note: Note ?? '', Reason },
        ),
      )
    } catch (err) {
      setBusy(false)
      if (err instanceof Refused && err.fields.length > 0) mark(Object.fromEntries(err.fields.map((f) => [f.field, f.message])))
      else setTrouble(err instanceof Refused ? err.said : t`No connection. Nothing was sent; what you typed is still here.`)
    }
  }

  if (!side)
    return (
      <div className={css.choice}>
        <button type="button" className={css.yes} ref={first} onClick={() => turn('yes')}>
          <Trans>Accept…</Trans>
        </button>
        <button type="button" className={css.no} onClick={() => turn('no')}>
          <Trans>Reject…</Trans>
        </button>
      </div>
    )
  const field = (name: keyof Given & string, label: ReactNode, more: Partial<React.ComponentProps<'input'>> = {}, hint?: ReactNode) => (
    <Field label={label} hint={hint} error={wrong[name]}>
      {(p) => <input {...p} {...more} value={String(given[name] ?? '')} onChange={(e) => set({ [name]: e.currentTarget.value })} />}
    </Field>
  )
  return (
    <form ref={form} className={css.form} onSubmit={(e) => void submit(e)} noValidate aria-label={side === 'yes' ? t`Accept` : t`Reject`}>
      {side === 'no' && (
        <Field label={t`Reason`} error={wrong.Reason}>
          {(p) => (
            <select
              {...p}
              value={given.Reason ?? ''}
              onChange={(e) => set({ Reason: e.currentTarget.value as Reason /* one of the options below */ })}
            >
              <option value="">{t`Choose…`}</option>
              {Object.entries(reasonWords).map(([code, label]) => (
                <option key={code} value={code}>
                  {words(label)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {side === 'yes' && (
        <>
          {field('PRO', t`PRO number`, { maxLength: 30, autoCapitalize: 'characters', autoComplete: 'off' }, t`If you have one already`)}
          {field(
            'PickupAt',
            t`When the truck comes`,
            { type: 'datetime-local', required: load.over },
            t`On the clock of ${load.from.city || load.zone}`,
          )}
          {field('Driver', t`Driver`, { maxLength: 80, autoComplete: 'off' })}
          {field('DriverPhone', t`Driver's phone`, { maxLength: 40, type: 'tel', autoComplete: 'off' })}
        </>
      )}
      {field('Note', t`Note`, { maxLength: 500 })}
      {field('Name', t`Your name`, { maxLength: 80, autoComplete: 'name', required: true })}
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble}
        </p>
      )}
      <div className={css.choice}>
        <button type="submit" className={side === 'yes' ? css.yes : css.stop} disabled={busy}>
          {busy ? <Trans>Sending…</Trans> : side === 'yes' ? <Trans>Accept the load</Trans> : <Trans>Reject the load</Trans>}
        </button>
        <button type="button" disabled={busy} onClick={() => turn(undefined)}>
          <Trans>Back</Trans>
        </button>
      </div>
    </form>
  )
}

interface Wired {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

function Field({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string
  children: (p: Wired) => ReactNode
}) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {hint && <small className={css.quiet}>{hint}</small>}
      {children({ id, ...(error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-no` } : {}) })}
      {error && (
        <p role="alert" id={`${id}-no`} className={css.bad}>
          {error}
        </p>
      )}
    </div>
  )
}
