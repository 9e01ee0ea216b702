import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessDetails, AccessManageResp, AccessOpenIDResp, AccessUserLinkResp } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { TakeRows } from '@/kit/rowfile/TakeRows'
import { Alert, Button, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { companyForm, companyTyped } from '../company/companyForm'
import { CompareDialog } from './CompareDialog'
import { userFile } from './userFile'
import { typedOf, userForm } from './userForm'
import { usersList } from './usersList'

interface Handed {
  user: string
  link: string
  /** Where the link is on its way to by mail; empty where it has to be handed on. */
  mailed: string
}

/** The organization's users: who may come in, in which group, and how somebody without a password gets one. */
export function UsersScreen() {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const session = useSession()
  const me = session?.user ?? ''
  const views = session?.admin === true && !session.by
  const asked = useCall(
    'LogIn/UserManagement',
    { actions: 0 },
    { staleMs: 0, everyMs: (d) => (d?.Users.some((u) => u.Invitation?.Mail === 'waiting') ? 3000 : undefined) },
  )
  const [comparing, setComparing] = useState<AccessDetails>()
  const [handed, setHanded] = useState<Handed>()
  const [trouble, setTrouble] = useState('')
  const [copied, setCopied] = useState(false)
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setTrouble(t`This browser does not let the link be copied. Select it and copy it by hand.`),
    )
  const again = asked.remote.again
  const spec = useMemo(() => {
    const attempt = async (what: () => Promise<unknown>) => {
      setTrouble('')
      try {
        await what()
      } catch (err) {
        setTrouble(refusal.whole(err))
      }
      again()
    }
    const hand = async (u: AccessDetails | undefined) => {
      if (!u) return
      const l = (await theRemote().call('Access/UserLink', { UserID: u.UserID })) as AccessUserLinkResp // the call's own answer
      const i = u.Invitation
      setCopied(false)
      setHanded({
        user: l.UserName,
        link: `${location.origin}/welcome#${l.LinkToken}`,
        mailed: i && (i.Mail === 'sent' || i.Mail === 'waiting') ? i.To : '',
      })
    }
    const manage = (req: object) => theRemote().call('LogIn/UserManagement', req) as Promise<AccessManageResp> // the call's own answer
    const invite = (u: AccessDetails) => attempt(async () => hand((await manage({ actions: 3, UserID: u.UserID, Invite: true })).Users[0]))
    return {
      add: () => attempt(async () => hand((await openForm(userForm(undefined), { PreferredLanguage: 'en', Warehouses: [] }))?.Users[0])),
      company: () =>
        attempt(async () => {
          const now = (await theRemote().call('Access/OpenID', {})) as AccessOpenIDResp // the call's own answer
          await openForm(companyForm(now), companyTyped(now))
        }),
      list: usersList(words, me, {
        edit: (u: AccessDetails) => attempt(() => openForm(userForm(u), typedOf(u))),
        link: (u: AccessDetails) => attempt(() => hand(u)),
        reset: invite,
        again: invite,
        view: views ? (u: AccessDetails) => navigate({ to: '/UserImpersonation', search: { user: u.UserID } }) : undefined,
        compare: setComparing,
        resetFactor: (u: AccessDetails) => attempt(() => theRemote().call('Access/ResetFactor', { UserID: u.UserID })),
        unlink: (u: AccessDetails) => attempt(() => theRemote().call('Access/UnlinkOpenID', { UserID: u.UserID })),
        disable: (u: AccessDetails, off: boolean) => attempt(() => manage({ actions: 6, UserID: u.UserID, Disabled: off })),
      }),
    }
  }, [words, me, views, navigate, again, refusal])
  return (
    <>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      {handed && (
        <Alert role="status" withCloseButton closeButtonLabel={t`Close`} onClose={() => setHanded(undefined)}>
          <p>
            {handed.mailed
              ? t`The link is mailed to ${handed.mailed}. It can also be handed on.`
              : t`The link was not mailed: hand it on yourself.`}
          </p>
          <TextInput
            readOnly
            label={t`Password link for ${handed.user}: good once, for 72 hours`}
            value={handed.link}
            onFocus={(e) => e.currentTarget.select()}
          />
          <Button variant="default" mt="xs" onClick={() => void copy(handed.link)}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
          </Button>
        </Alert>
      )}
      {comparing && (
        <CompareDialog user={comparing} users={asked.data?.Users ?? []} onClose={() => setComparing(undefined)} onChanged={again} />
      )}
      <ListScreen spec={spec.list} rows={asked.data?.Users} remote={asked.remote}>
        {session?.admin && (
          <Button variant="default" onClick={() => void spec.company()}>
            <Trans>Company sign-in</Trans>
          </Button>
        )}
        {session?.admin && <TakeRows of={userFile} done={again} />}
        <Button onClick={() => void spec.add()}>
          <Trans>New user</Trans>
        </Button>
      </ListScreen>
    </>
  )
}
