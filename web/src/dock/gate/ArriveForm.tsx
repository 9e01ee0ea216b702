import { Trans, useLingui } from '@lingui/react/macro'
import type { DockArriveReq, DockGateSite, DockGateStand } from '@sync/gen/api'
import { type FormEvent, useId, useState } from 'react'
import { Refused } from '@/kit/guest/ask'
import css from './Gate.module.css'

type Said = Omit<DockArriveReq, 'Token'>

interface ArriveFormProps {
  site: DockGateSite
  send: (said: Said) => Promise<DockGateStand>
  onHere: (stand: DockGateStand) => void
}

/** Four boxes and a word on the rules. What was typed stays whatever the answer is. */
export function ArriveForm({ site, send, onHere }: ArriveFormProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const language = i18n.locale as 'en' | 'es' | 'fr' // one of the page's tongues
  const [said, setSaid] = useState({ Number: '', Name: '', Carrier: '', Trailer: '', Phone: '', Agrees: false })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const rules = site.rules[language] || site.rules.en
  const set = (more: Partial<typeof said>) => {
    setSaid((s) => ({ ...s, ...more }))
    setWrong((w) => Object.fromEntries(Object.entries(w).filter(([f]) => !(f in more))))
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const missing: Record<string, string> = {}
    if (!said.Number.trim()) missing.Number = t`The number is missing.`
    if (!said.Name.trim()) missing.Name = t`Your name is missing.`
    if (!said.Carrier.trim()) missing.Carrier = t`The carrier is missing.`
    if (!said.Agrees) missing.Agrees = t`Please read this and agree to it.`
    setWrong(missing)
    setTrouble('')
    const [first] = Object.keys(missing)
    if (first) {
      document.getElementById(`${id}-${first}`)?.focus()
      return
    }
    setBusy(true)
    try {
      onHere(await send({ ...said, Language: language }))
    } catch (err) {
      setBusy(false)
      if (err instanceof Refused && err.fields.length > 0) setWrong(Object.fromEntries(err.fields.map((f) => [f.field, f.message])))
      else setTrouble(err instanceof Refused ? err.said : t`No connection. Nothing was sent; what you typed is still here.`)
    }
  }
  const box = (name: 'Number' | 'Name' | 'Carrier' | 'Trailer' | 'Phone', label: string, hint = '', more: object = {}) => (
    <div>
      <label htmlFor={`${id}-${name}`}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      <input
        id={`${id}-${name}`}
        value={said[name]}
        maxLength={name === 'Name' ? 80 : 40}
        aria-invalid={name in wrong}
        onChange={(e) => set({ [name]: e.currentTarget.value })}
        style={{ width: '100%' }}
        {...more}
      />
      {wrong[name] && (
        <p role="alert" className={css.bad}>
          {wrong[name]}
        </p>
      )}
    </div>
  )
  return (
    <form className={css.form} noValidate onSubmit={(e) => void submit(e)}>
      <h1>
        <Trans>Welcome to {site.name}</Trans>
      </h1>
      {box('Number', t`Bill of lading or pickup number`, t`BOL, PRO or order: as your dispatcher gave it`, {
        autoCapitalize: 'characters',
        autoComplete: 'off',
        spellCheck: false,
      })}
      {box('Name', t`Your name`, '', { autoComplete: 'name', autoCapitalize: 'words' })}
      {box('Carrier', t`Carrier`, '', { autoComplete: 'organization' })}
      {box('Trailer', t`Trailer number, if you know it`, '', { autoCapitalize: 'characters', autoComplete: 'off' })}
      {box('Phone', t`Phone number, if we may call you`, t`It stays at this dock.`, { type: 'tel', autoComplete: 'tel' })}
      {rules && (
        <section aria-labelledby={`${id}-rules`}>
          <h2 id={`${id}-rules`}>
            <Trans>On this site</Trans>
          </h2>
          <p className={css.rules} lang={site.rules[language] ? language : 'en'}>
            {rules}
          </p>
        </section>
      )}
      <label className={css.agree}>
        <input
          id={`${id}-Agrees`}
          type="checkbox"
          checked={said.Agrees}
          aria-invalid={'Agrees' in wrong}
          onChange={(e) => set({ Agrees: e.currentTarget.checked })}
        />
        {rules ? <Trans>I have read this and keep to it.</Trans> : <Trans>I follow what the people of this site tell me.</Trans>}
      </label>
      {wrong.Agrees && (
        <p role="alert" className={css.bad}>
          {wrong.Agrees}
        </p>
      )}
      {trouble && (
        <p role="alert" className={css.bad}>
          {trouble}
        </p>
      )}
      <button type="submit" disabled={busy}>
        {busy ? <Trans>Sending…</Trans> : <Trans>I am here</Trans>}
      </button>
      {site.call && (
        <p className={css.quiet}>
          <Trans>Contact</Trans>: {site.call}
        </p>
      )}
    </form>
  )
}
