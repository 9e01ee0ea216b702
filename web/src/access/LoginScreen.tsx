import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { cleared } from '@/kit/remote/cleared'
import { LostWork } from '@/kit/remote/LostWork'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useSyncView } from '@/kit/remote/user'
import { useSlow } from '@/kit/remote/useSlow'
import { wanted } from '@/kit/remote/wanted'
import css from './LoginScreen.module.css'
import { Waits } from './Waits'

const FactorStep = lazy(() => import('./factor/FactorStep').then((m) => ({ default: m.FactorStep })))
const CompanySignIn = lazy(() => import('./company/CompanySignIn').then((m) => ({ default: m.CompanySignIn })))
const NotSecure = lazy(() => import('@/kit/guest/NotSecure').then((m) => ({ default: m.NotSecure })))

/** The way in; at an address that is not encrypted, the way to one that is. */
export function LoginScreen() {
  if (globalThis.isSecureContext !== false) return <SignIn />
  return (
    <main className={css.page}>
      <Suspense>
        <NotSecure />
      </Suspense>
    </main>
  )
}

/** Afterwards to the address that was asked for, or to the person's first page. */
function SignIn() {
  const id = useId()
  const navigate = useNavigate()
  const refusal = useRefusal()
  const locale = useLocale()
  const wiped = useSyncExternalStore(cleared.watch, cleared.at)
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  const [factor, setFactor] = useState<'needed' | 'due'>()
  // Somebody comes back from the company's sign-in service, or by the link to it.
  const [company, setCompany] = useState(() => /[?&](state|org)=/.test(location.search))
  const slow = useSlow(sending)
  const attempt = useRef(0)
  const first = useRef<HTMLInputElement>(null)
  const { waiting, files } = useSyncView()

  const enter = () => {
    cleared.seen()
    return navigate({ href: wanted.take() ?? '/Home', replace: true })
  }
  const signIn = async (e: FormEvent) => {
    e.preventDefault()
    setTrouble(undefined)
    setSending(true)
    const mine = ++attempt.current
    try {
      await theRemote().signIn(userName.trim(), password)
      await enter()
    } catch (err) {
      if (mine !== attempt.current) return
      const asked = /^second-factor-(needed|due)$/.exec(err instanceof Error && 'code' in err ? String(err.code) : '')?.[1]
      if (asked) return setFactor(asked as 'needed' | 'due') // the two that the expression knows
      setTrouble(refusal.whole(err))
      first.current?.focus()
    } finally {
      if (mine === attempt.current) setSending(false)
    }
  }

  if (factor)
    return (
      <main className={css.page}>
        <Suspense fallback={<div aria-busy="true" />}>
          <FactorStep
            grant={{ grantType: 'password', userName: userName.trim(), password }}
            begin={{ UserName: userName.trim(), Password: password }}
            due={factor === 'due'}
            onIn={enter}
            onBack={() => {
              setFactor(undefined)
              setPassword('')
            }}
          />
        </Suspense>
      </main>
    )
  if (company)
    return (
      <main className={css.page}>
        <Suspense fallback={<div aria-busy="true" />}>
          <CompanySignIn onIn={enter} onBack={() => setCompany(false)} />
        </Suspense>
      </main>
    )
  return (
    <main className={css.page}>
      <form className={css.form} onSubmit={signIn}>
        <img src="/icons/mark.svg" alt="" width={56} height={56} />
        <h1>Lading</h1>
        {wiped && (
          <p role="status" className={css.cleared}>
            <Icon name="info" />
            <span>
              <Trans>
                An administrator wiped this device on {dateTime(wiped, locale)}. All work on it was sent first. Sign in to work here again.
              </Trans>
            </span>
          </p>
        )}
        <LostWork className={css.cleared} />
        <Waits waiting={waiting} files={files} />
        {trouble && (
          <p role="alert" className={css.trouble}>
            <Icon name="stop" />
            {trouble}
          </p>
        )}
        {/* Plain fields: the first thing that a tablet loads should be small. */}
        <label className={css.field}>
          <Trans>User name</Trans>
          <input
            ref={first}
            name="userName"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
            autoFocus
            required
            value={userName}
            onChange={(e) => setUserName(e.currentTarget.value)}
          />
        </label>
        <div className={css.field}>
          <label htmlFor={id}>
            <Trans>Password</Trans>
          </label>
          <span className={css.secret}>
            <input
              id={id}
              type={shown ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={password}
              onChange={(e) => setPassword(e.currentTarget.value)}
            />
            <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
              {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
            </button>
          </span>
        </div>
        <PlainButton type="submit" filled disabled={sending} aria-busy={sending}>
          <Trans>Sign in</Trans>
        </PlainButton>
        <PlainButton onClick={() => setCompany(true)}>
          <Trans>Company sign-in</Trans>
        </PlainButton>
        {slow && (
          <div role="status" className={css.cleared}>
            <Icon name="clock" />
            <span>
              <Trans>The server has not answered yet.</Trans>{' '}
              <PlainButton
                onClick={() => {
                  attempt.current++ // its answer still counts where it is a yes
                  setSending(false)
                }}
              >
                <Trans>Stop waiting</Trans>
              </PlainButton>
            </span>
          </div>
        )}
      </form>
    </main>
  )
}
