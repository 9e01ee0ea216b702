import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { written } from '@/kit/format/measure'
import { ownZone } from '@/kit/format/zone'
import { ask } from '@/kit/guest/ask'
import { GuestPage } from '@/kit/guest/GuestPage'
import { isLanguage, languages } from '@/kit/guest/languages'
import { MainButton } from '@/kit/guest/MainButton'
import { NotSecure } from '@/kit/guest/NotSecure'
import { codeOf, contrast, least } from './contrast'
import { Field, NewPassword, Select } from './Field'
import css from './Setup.module.css'
import { useAsked } from './useAsked'

/** The first page that anybody sees of a new server: makes its first organisation and the administrator. */
export function SetUp() {
  return <GuestPage>{globalThis.isSecureContext === false ? <NotSecure /> : <Form />}</GuestPage>
}

const zones = Intl.supportedValuesOf('timeZone')

function Form() {
  const { t, i18n } = useLingui()
  const { busy, trouble, wrong, run } = useAsked()
  const [done, setDone] = useState<string>()
  const [typed, setTyped] = useState(() => ({
    code: decodeURIComponent(location.hash.slice(1)),
    name: '',
    client: '',
    zone: ownZone(),
    units: /-(?:US|LR|MM)\b/.test(navigator.language) || navigator.language === 'en' ? 'us' : 'metric',
    language: '',
    primary: '#144895',
    secondary: '#4a5058',
    first: '',
    last: '',
    email: '',
    password: '',
  }))
  const set = (more: Partial<typeof typed>) => setTyped((was) => ({ ...was, ...more }))
  const of = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (e: { currentTarget: { value: string } }) => set({ [key]: e.currentTarget.value }),
  })
  const language = typed.language || (isLanguage(i18n.locale) ? i18n.locale : 'en')
  const client = typed.client || codeOf(typed.name)

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const made = await run(() =>
      ask('Access/SetUp', {
        SetupCode: typed.code,
        Org: {
          Name: typed.name,
          Code: client,
          Zone: typed.zone,
          Units: typed.units,
          Language: language,
          Primary: typed.primary,
          Secondary: typed.secondary,
        },
        FirstName: typed.first,
        LastName: typed.last,
        Email: typed.email.trim(),
        Password: typed.password,
      }),
    )
    if (!made) return
    history.replaceState(null, '', location.pathname) // the code is of no more use; nor is it to be read
    setDone(made.Login)
  }

  if (done)
    return (
      <section className={css.form} role="status">
        <h1>
          <Trans>{typed.name} is ready</Trans>
        </h1>
        <p className={css.lead}>
          <Trans>Sign in as {done}. The list on Today leads through the rest.</Trans>
        </p>
        <a className={css.done} href="/">
          <Trans>Sign in</Trans>
        </a>
      </section>
    )
  const colour = (key: 'primary' | 'secondary', label: string) => {
    const ratio = contrast(typed[key])
    const enough = ratio !== undefined && ratio >= least[key]
    const shown = ratio === undefined ? '' : new Intl.NumberFormat(written(i18n.locale), { maximumFractionDigits: 1 }).format(ratio)
    return (
      <Field
        label={label}
        type="color"
        hint={enough ? t`Contrast on white: ${shown}. Readable.` : t`Contrast on white: ${shown}. Too light to read.`}
        wrong={wrong[`Org.${key === 'primary' ? 'Primary' : 'Secondary'}`]}
        {...of(key)}
      />
    )
  }
  return (
    <form className={css.form} onSubmit={(e) => void submit(e)}>
      <h1>
        <Trans>Set up this server</Trans>
      </h1>
      <p className={css.lead}>
        <Trans>Make your organization and its first administrator. It takes two minutes; everything can be changed later.</Trans>
      </p>
      {trouble && (
        <p role="alert" className={css.trouble}>
          {trouble}
        </p>
      )}
      <Field
        label={t`Set-up code`}
        hint={t`The server prints it when it starts.`}
        required
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        wrong={wrong.SetupCode}
        {...of('code')}
      />
      <h2>
        <Trans>Organization</Trans>
      </h2>
      <Field label={t`Name`} required maxLength={120} autoComplete="organization" wrong={wrong['Org.Name']} {...of('name')} />
      <Field
        label={t`Client code`}
        hint={t`2 to 20 capitals and digits. It stands on documents and in addresses.`}
        required
        maxLength={20}
        autoCapitalize="characters"
        wrong={wrong['Org.Code']}
        value={client}
        onChange={(e) => set({ client: e.currentTarget.value.toUpperCase() })}
      />
      <Select label={t`Time zone`} wrong={wrong['Org.Zone']} {...of('zone')}>
        {zones.map((z) => (
          <option key={z} value={z}>
            {z.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <div className={css.pair}>
        <Select label={t`Units`} wrong={wrong['Org.Units']} {...of('units')}>
          <option value="us">{t`Pounds and inches`}</option>
          <option value="metric">{t`Kilograms and centimeters`}</option>
        </Select>
        <Select label={t`Language of new users`} value={language} onChange={(e) => set({ language: e.currentTarget.value })}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        {colour('primary', t`Brand color`)}
        {colour('secondary', t`Secondary color`)}
      </div>
      <h2>
        <Trans>Administrator</Trans>
      </h2>
      <div className={css.pair}>
        <Field label={t`First name`} required maxLength={60} autoComplete="given-name" wrong={wrong.FirstName} {...of('first')} />
        <Field label={t`Last name`} required maxLength={60} autoComplete="family-name" wrong={wrong.LastName} {...of('last')} />
      </div>
      <Field
        label={t`E-mail`}
        hint={t`This is also the user name.`}
        type="email"
        required
        autoComplete="username"
        wrong={wrong.Email}
        {...of('email')}
      />
      <NewPassword
        label={t`Password`}
        hint={t`At least 8 characters. A few ordinary words are good.`}
        required
        minLength={8}
        wrong={wrong.Password}
        {...of('password')}
      />
      <MainButton type="submit" disabled={busy} aria-busy={busy}>
        <Trans>Set up</Trans>
      </MainButton>
    </form>
  )
}
