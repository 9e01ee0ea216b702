import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, useRef, useState } from 'react'
import { Field } from '@/kit/guest/Field'
import { MainButton } from '@/kit/guest/MainButton'
import css from './GateIn.module.css'
import type { Gate, Said, Shown } from './useGate'
import { useRules } from './useRules'

/** Who is here, with which truck, and for what. What was typed stays on the phone until it is taken. */
export function CheckInForm({ gate, site }: { gate: Gate; site: Shown['site'] }) {
  const { t } = useLingui()
  const { work, type } = gate
  const { said, waiting, at } = work.draft
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const rules = useRules(site)
  const missing: Partial<Record<keyof Said, string>> = {}
  if (!said.Number.trim()) missing.Number = t`The number is missing.`
  if (!said.DriverName.trim()) missing.DriverName = t`Your name is missing.`
  if (!said.Carrier.trim()) missing.Carrier = t`The carrier is missing.`
  if (!said.LicensePlate.trim()) missing.LicensePlate = t`The license plate is missing.`
  if (!said.Agrees) missing.Agrees = t`Please read this and agree to it.`
  const refused = work.refused?.fields ?? []
  const wrong = (name: keyof Said) => (asked ? missing[name] : undefined) ?? refused.find((f) => f.field === name)?.message
  const send = () => {
    setAsked(true)
    if (Object.keys(missing).length > 0)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    else work.send()
  }
  const box = (name: Exclude<keyof Said, 'Agrees'>, label: string, more: ComponentProps<'input'>, hint?: string) => (
    <Field label={label} hint={hint} error={wrong(name)}>
      {(wired) => <input {...wired} {...more} value={said[name]} onChange={(e) => type({ [name]: e.currentTarget.value })} />}
    </Field>
  )
  const code = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false }
  const agrees = wrong('Agrees')
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      <h1>
        <Trans>Welcome to {site.name}</Trans>
      </h1>
      {box('Number', t`Appointment, PO, BOL or PRO number`, { ...code, maxLength: 60 }, t`As your dispatcher gave it`)}
      {box('DriverName', t`Your name`, { autoComplete: 'name', autoCapitalize: 'words', maxLength: 80 })}
      {box('Carrier', t`Carrier`, { autoComplete: 'organization', maxLength: 60 })}
      {box('LicensePlate', t`License plate of the truck`, { ...code, maxLength: 12 })}
      {box('TrailerNumber', t`Trailer number, if you know it`, { ...code, maxLength: 20 })}
      {box('SealNumber', t`Seal, if there is one`, { ...code, maxLength: 30 })}
      {box(
        'PhoneNumber',
        t`Phone number, if we may call you`,
        { type: 'tel', autoComplete: 'tel', maxLength: 40 },
        t`It stays at this dock.`,
      )}
      {rules.text && (
        <section>
          <h2>
            <Trans>On this site</Trans>
          </h2>
          <p className={css.rules} lang={rules.lang}>
            {rules.text}
          </p>
        </section>
      )}
      <label className={css.agree}>
        <input
          type="checkbox"
          checked={said.Agrees}
          aria-invalid={agrees ? true : undefined}
          aria-describedby={agrees ? 'agrees-e' : undefined}
          onChange={(e) => type({ Agrees: e.currentTarget.checked })}
        />
        {rules.text ? <Trans>I have read this and keep to it.</Trans> : <Trans>I follow what the people of this site tell me.</Trans>}
      </label>
      {agrees && (
        <p role="alert" id="agrees-e" className={css.bad}>
          {agrees}
        </p>
      )}
      {work.refused && refused.length === 0 && (
        <p role="alert" className={css.bad}>
          {work.refused.said}
        </p>
      )}
      <p role="status" className={css.quiet}>
        {waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : (
          at > 0 && work.lost && <Trans>No connection. Nothing was sent; what you typed is still here.</Trans>
        )}
      </p>
      <MainButton type="submit" disabled={work.sending}>
        {work.sending ? <Trans>Sending…</Trans> : <Trans>I am here</Trans>}
      </MainButton>
      {site.call && (
        <p className={css.quiet}>
          <Trans>Contact</Trans>: {site.call}
        </p>
      )}
    </form>
  )
}
