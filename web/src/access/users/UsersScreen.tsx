import { Trans, useLingui } from '@lingui/react/macro'
import type { AccessDetails, AccessManageResp } from '@sync/gen/api'
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
  const me = useSession()?.user ?? ''
  const asked = useCall('LogIn/UserManagement', { actions: 0 }, { staleMs: 0 })
  const [handed, setHanded] = useState<Handed>()
  const [trouble, setTrouble] = useState('')
  const again = asked.remote.again
  const spec = useMemo(() => {
    const hand = (answer: AccessManageResp | undefined) => {
      const [user] = answer?.Users ?? []
      if (user && answer?.LinkToken) setHanded({ user: user.UserName, link: `${location.origin}/welcome#${answer.LinkToken}` })
      again()
    }
    const ask = async (req: object) => {
      setTrouble('')
      try {
        hand((await theRemote().call('LogIn/UserManagement', req)) as AccessManageResp) // the call's own answer
      } catch (err) {
        setTrouble(refusal.whole(err))
      }
    }
    return {
      add: async () => hand(await openForm(userForm(undefined), { PreferredLanguage: 'en', Warehouses: [] })),
      list: usersList(words, me, {
        edit: async (u: AccessDetails) => hand(await openForm(userForm(u), typedOf(u))),
        reset: (u: AccessDetails) => ask({ actions: 3, UserID: u.UserID, Invite: true }),
        disable: (u: AccessDetails, off: boolean) => ask({ actions: 6, UserID: u.UserID, Disabled: off }),
      }),
    }
  }, [words, me, again, refusal])
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
            label={t`Link for ${handed.user} to choose a password, once and within 72 hours`}
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
