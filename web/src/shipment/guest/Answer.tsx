import { Trans, useLingui } from '@lingui/react/macro'
import type { ShipmentAnswerReq, ShipmentConfirmation } from '@sync/gen/api'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { type Draft, useAnswer } from '@/kit/guest/useAnswer'
import type { Link } from '@/kit/guest/useLink'
import { useWords } from '@/kit/words/words'
import css from './Confirmation.module.css'
import { type Reason, reasonWords } from './reasons'

type Given = Omit<ShipmentAnswerReq, 'Token'>

/** What is typed: on which side, and what goes with it. */
interface Typed extends Draft {
  side: 'yes' | 'no' | ''
  given: Given
}

interface AnswerProps {
  load: ShipmentConfirmation
  link: Link<ShipmentConfirmation>
  token: string
  onDone: () => void
}

/** Yes or no, and what goes with it. Nothing is sent before the second button: a slipped thumb must not take a load. */
export function Answer({ load, link, token, onDone }: AnswerProps) {
  const { t } = useLingui()
  const words = useWords()
  const work = useAnswer<Typed, ShipmentConfirmation>({
    key: `lading.tender.${load.id}`,
    nothing: { side: '', given: { Accept: false, Name: '' }, waiting: false, at: 0 },
    link,
    later: false, // a load is not taken at a moment that nobody chose
    send: ({ side, given: { Name, Note, Reason, PRO, Driver, DriverPhone, PickupAt } }) =>
      ask(
        'CarrierConfirmation/Answer',
        side === 'yes'
          ? {
              Token: token,
              Accept: true,
              Name,
              Note: Note ?? '',
              PRO: PRO ?? '',
              Driver: Driver ?? '',
              DriverPhone: DriverPhone ?? '',
              PickupAt: PickupAt ?? '',
            }
          : { Token: token, Accept: false, Name, Note: Note ?? '', Reason },
      ),
    onTaken: onDone,
  })
  const { side, given } = work.draft
  const busy = work.sending
  const [missing, setMissing] = useState<Record<string, string>>({})
  const refused = work.refused?.fields ?? []
  const wrong = { ...Object.fromEntries(refused.map((f) => [f.field, f.message])), ...missing }
  const trouble = work.lost
    ? t`No connection. Nothing was sent; what you typed is still here.`
    : refused.length === 0
      ? work.refused?.said
      : undefined
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const at = useRef(side)
  // The button that was pressed is gone: whoever has no eyes or no mouse goes on at what has come in its place.
  useEffect(() => {
    if (at.current === side) return
    at.current = side
    if (side) form.current?.querySelector<HTMLElement>('input, select')?.focus()
    else first.current?.focus()
  }, [side])
  const badly = Object.keys(wrong).join()
  const tries = useRef(0)
  useEffect(() => {
    if (badly && tries.current > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [badly])
  const turn = (to: 'yes' | 'no' | '') => {
    setMissing({})
    tries.current = 0
    work.type({ side: to })
  }
  const set = (more: Partial<Given>) => {
    tries.current = 0
    setMissing((w) => Object.fromEntries(Object.entries(w).filter(([field]) => !(field in more))))
    work.type({ given: { ...given, ...more } })
  }

  const submit = (e: FormEvent) => {
    e.preventDefault()
    const lacks: Record<string, string> = {}
    if (!given.Name.trim()) lacks.Name = t`Your name is missing.`
    if (side === 'yes' && load.over && !given.PickupAt) lacks.PickupAt = t`The pickup window has closed. Say when your truck comes.`
    if (side === 'no' && !given.Reason) lacks.Reason = t`Please give a reason.`
    setMissing(lacks)
    tries.current++
    if (Object.keys(lacks).length > 0) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    else work.send()
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
      {(p) => (
        <input
          {...p}
          {...more}
          readOnly={busy}
          value={String(given[name] ?? '')}
          onChange={(e) => set({ [name]: e.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={side === 'yes' ? t`Accept` : t`Reject`}>
      {side === 'no' && (
        <Field label={t`Reason`} error={wrong.Reason}>
          {(p) => (
            <select
              {...p}
              disabled={busy}
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
        <button type="button" disabled={busy} onClick={() => turn('')}>
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
