import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessDetails, AccessUserLinkResp } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { ListScreen } from '@/kit/list/ListScreen'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { Alert, Button, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { typedOf, userForm } from './userForm'
import { usersList } from './usersList'

interface Handed {
  user: string
  link: string
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
  const asked = useCall('LogIn/UserManagement', { actions: 0 }, { staleMs: 0 })
  const [handed, setHanded] = useState<Handed>()
  const [trouble, setTrouble] = useState('')
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
    const hand = async (id: string | undefined) => {
      if (!id) return
      const l = (await theRemote().call('Access/UserLink', { UserID: id })) as AccessUserLinkResp // the call's own answer
      setHanded({ user: l.UserName, link: `${location.origin}/welcome#${l.LinkToken}` })
    }
    const manage = (req: object) => theRemote().call('LogIn/UserManagement', req)
    return {
      add: () => attempt(async () => hand((await openForm(userForm(undefined), { PreferredLanguage: 'en', Warehouses: [] }))?.UserID)),
      list: usersList(words, me, {
        edit: (u: AccessDetails) => attempt(() => openForm(userForm(u), typedOf(u))),
        link: (u: AccessDetails) => attempt(() => hand(u.UserID)),
        reset: (u: AccessDetails) =>
          attempt(async () => {
            await manage({ actions: 3, UserID: u.UserID, Invite: true })
            await hand(u.UserID)
          }),
        view: views ? (u: AccessDetails) => navigate({ to: '/UserImpersonation', search: { user: u.UserID } }) : undefined,
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
          <TextInput
            readOnly
            label={t`Password link for ${handed.user}: good once, for 72 hours`}
            value={handed.link}
            onFocus={(e) => e.currentTarget.select()}
          />
        </Alert>
      )}
      <ListScreen spec={spec.list} rows={asked.data?.Users} remote={asked.remote}>
        <Button onClick={() => void spec.add()}>
          <Trans>New user</Trans>
        </Button>
      </ListScreen>
    </>
  )
}
