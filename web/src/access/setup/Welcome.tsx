import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessPasswordLinkResp } from '@sync/gen/api'
import { type FormEvent, useEffect, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { GuestPage, Verdict } from '@/kit/guest/GuestPage'
import { MainButton } from '@/kit/guest/MainButton'
import { NotSecure } from '@/kit/guest/NotSecure'
import { NewPassword } from './Field'
import css from './Setup.module.css'
import { useAsked } from './useAsked'

type Stand = { at: 'reading' } | { at: 'dead'; said?: string } | { at: 'open'; who: AccessPasswordLinkResp } | { at: 'done'; user: string }

/** Where the link of an invitation or a reset leads: its user chooses a password. The secret stands behind the # and so in no server's log. */
export function Welcome() {
  return <GuestPage>{globalThis.isSecureContext === false ? <NotSecure /> : <Choose />}</GuestPage>
}

function Choose() {
  const { t, i18n } = useLingui()
  const { busy, trouble, wrong, run } = useAsked()
  const [token] = useState(() => location.hash.slice(1) || '-')
  const [stand, setStand] = useState<Stand>({ at: 'reading' })
  const [password, setPassword] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by hand and in another language
  useEffect(() => {
    let gone = false
    ask('Access/PasswordLink', { LinkToken: token }).then(
      (who) => !gone && setStand((was) => (was.at === 'done' ? was : { at: 'open', who })),
      (err: unknown) =>
        !gone && setStand((was) => (was.at === 'done' ? was : { at: 'dead', ...(err instanceof Refused ? { said: err.said } : {}) })),
    )
    return () => {
      gone = true
    }
  }, [token, round, i18n.locale])

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const chosen = await run(() => ask('Access/ChoosePassword', { LinkToken: token, Password: password }))
    if (!chosen) return
    history.replaceState(null, '', location.pathname)
    setStand({ at: 'done', user: chosen.UserName })
  }

  if (stand.at === 'reading') return <div aria-busy="true" />
  if (stand.at === 'dead')
    return (
      <Verdict verdict="bad" title={stand.said ? t`This link does not work` : t`No connection`}>
        <p>{stand.said ?? t`Check the connection, then try again.`}</p>
        {stand.said ? (
          <p>
            <Trans>Ask your administrator for a new link.</Trans>
          </p>
        ) : (
          <button type="button" onClick={() => setRound((n) => n + 1)}>
            <Trans>Try again</Trans>
          </button>
        )}
      </Verdict>
    )
  if (stand.at === 'done')
    return (
      <section className={css.form} role="status">
        <h1>
          <Trans>Your password is set</Trans>
        </h1>
        <p className={css.lead}>
          <Trans>Sign in as {stand.user}.</Trans>
        </p>
        <a className={css.done} href="/">
          <Trans>Sign in</Trans>
        </a>
      </section>
    )
  const { who } = stand
  return (
    <form className={css.form} onSubmit={(e) => void submit(e)}>
      <h1>
        <Trans>Welcome, {who.FirstName}</Trans>
      </h1>
      <p className={css.lead}>
        <Trans>
          Choose the password with which you sign in to {who.Organisation}. Your user name is <strong>{who.UserName}</strong>.
        </Trans>
      </p>
      {trouble && (
        <p role="alert" className={css.trouble}>
          {trouble}
        </p>
      )}
      <input type="hidden" name="userName" autoComplete="username" value={who.UserName} />
      <NewPassword
        label={t`New password`}
        hint={t`At least 8 characters. A few ordinary words are good.`}
        required
        minLength={8}
        wrong={wrong.Password}
        value={password}
        onChange={(e) => setPassword(e.currentTarget.value)}
      />
      <MainButton type="submit" disabled={busy} aria-busy={busy}>
        <Trans>Set password</Trans>
      </MainButton>
    </form>
  )
}
