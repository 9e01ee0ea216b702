import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask, Refused } from '@/kit/guest/ask'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { FactorStep } from '../factor/FactorStep'
import css from '../LoginScreen.module.css'
import { type Back, backFrom, goTo, held, organization } from './back'

/** Signs in by the organization's own sign-in service: goes there, and comes back with its answer. */
export function CompanySignIn({ onIn, onBack }: { onIn: () => unknown; onBack: () => unknown }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const [back] = useState(() => backFrom(location.search))
  const [org, setOrg] = useState(() => organization.known(location.search))
  const [busy, setBusy] = useState(back !== undefined)
  const [trouble, setTrouble] = useState('')
  const [factor, setFactor] = useState<{ held: string; due: boolean }>()
  const taken = useRef(false)

  const comeIn = async (b: Back) => {
    const mine = held.take()
    await navigate({ to: '/', search: {}, replace: true }) // an answer in the address is of no more use
    if (b.refused) return setTrouble(t`Your company’s sign-in service did not let you in.`)
    if (!mine) return setTrouble(t`This sign-in began in another tab or browser. Start it again here.`)
    try {
      await theRemote().enterBy({
        grantType: 'openid',
        answer: b.answer,
        state: b.state,
        held: mine,
        ...(b.iss ? { iss: b.iss } : {}),
      })
      await onIn()
    } catch (err) {
      const { code = '', params } = err as { code?: string; params?: { held?: unknown } } // a refusal has both
      if (/^second-factor-(needed|due)$/.test(code)) setFactor({ held: String(params?.held), due: code.endsWith('due') })
      else setTrouble(refusal.whole(err))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is used once
  useEffect(() => {
    if (!back || taken.current) return
    taken.current = true
    void comeIn(back).finally(() => setBusy(false))
  }, [])

  const begin = async (e: FormEvent) => {
    e.preventDefault()
    setTrouble('')
    setBusy(true)
    try {
      const { Address, Held } = await ask('Access/BeginOpenID', { Org: org.trim() })
      held.keep(Held)
      organization.keep(org.trim())
      goTo(Address)
    } catch (err) {
      setTrouble(err instanceof Refused ? err.said : t`No connection. Try again.`)
      setBusy(false)
    }
  }

  if (factor)
    return (
      <FactorStep
        grant={{ grantType: 'openid', held: factor.held }}
        begin={{ Held: factor.held }}
        due={factor.due}
        onIn={onIn}
        onBack={() => setFactor(undefined)}
      />
    )
  return (
    <form className={css.form} onSubmit={(e) => void begin(e)}>
      <h1>
        <Trans>Company sign-in</Trans>
      </h1>
      {trouble && (
        <p role="alert" className={css.trouble}>
          <Icon name="stop" />
          {trouble}
        </p>
      )}
      <label className={css.field}>
        <Trans>Organization code</Trans>
        <input
          name="organization"
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
          autoFocus
          required
          maxLength={40}
          value={org}
          onChange={(e) => setOrg(e.currentTarget.value)}
        />
      </label>
      <p className={css.note}>
        <Trans>Your administrator knows it. It stays on this device.</Trans>
      </p>
      <PlainButton type="submit" filled disabled={busy} aria-busy={busy}>
        <Trans>Continue</Trans>
      </PlainButton>
      <PlainButton onClick={() => void onBack()}>
        <Trans>Sign in with a password</Trans>
      </PlainButton>
    </form>
  )
}
