import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { FormView } from '@/kit/form/FormView'
import { profileLater } from '@/kit/remote/later'
import { theRemote } from '@/kit/remote/remote'
import { useSession, useSyncView } from '@/kit/remote/user'
import { wanted } from '@/kit/remote/wanted'
import { Button } from '@/kit/ui'
import css from './ProfileScreen.module.css'
import { profileForm } from './profileForm'

/** The first thing that a new person meets: who they are, a password of their own, and what working here means. */
export function ProfileScreen() {
  const navigate = useNavigate()
  const session = useSession()
  const { contact } = useSyncView()
  const [sent, setSent] = useState(false)
  const user = session?.user
  const row = useLiveQuery(async () => (user ? local().access_user.get(user) : undefined), [user])
  const asks = row && { profile: row.profileDue, terms: !row.agreedAt }
  const key = asks && `${asks.profile} ${asks.terms}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of what is asked
  const spec = useMemo(() => asks && profileForm(asks), [key])
  const initial = useMemo(
    () =>
      row && {
        FirstName: row.firstName,
        LastName: row.lastName,
        Email: row.email,
        Phone: row.phone,
        PreferredLanguage: row.language as 'en' | 'es' | 'fr', // the server knows these three
      },
    [row],
  )
  const done = session?.known && !session.due

  useEffect(() => {
    if (!session) void navigate({ to: '/', replace: true })
    else if (done) void navigate({ href: wanted.take() ?? '/Home', replace: true })
  }, [session, done, navigate])

  if (!session || done || !spec || !initial) return null
  return (
    <main className={css.page}>
      <div className={css.form}>
        <h1>
          <Trans>Welcome, {session.name}</Trans>
        </h1>
        {sent ? (
          <p role="status">
            <Trans>Saved. Your work opens in a moment…</Trans>
          </p>
        ) : (
          <>
            {asks?.terms && (
              <p className={css.terms}>
                <Trans>
                  What you do here is kept with your name and the time, also what you do without a connection. What you sign or have signed
                  counts as on paper. Your sign-in is yours alone: do not lend it, and sign out of a tablet that others use.
                </Trans>
              </p>
            )}
            <FormView
              spec={spec}
              initial={initial}
              onDone={() => {
                setSent(true)
                theRemote().nudge()
              }}
            />
            {contact === 'offline' && (
              <div className={css.later}>
                <p>
                  <Trans>There is no connection just now. You can begin to work and do this later.</Trans>
                </p>
                <Button
                  variant="default"
                  onClick={() => {
                    profileLater.choose()
                    void navigate({ href: wanted.take() ?? '/Home', replace: true })
                  }}
                >
                  <Trans>Later</Trans>
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </main>
  )
}
