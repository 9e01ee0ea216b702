import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { FormView } from '@/kit/form/FormView'
import { useSession } from '@/kit/remote/user'
import { Wake } from '@/notify/public'
import { preferencesForm, typedOf } from './preferencesForm'

/** What a person chooses for themselves, on every device; and whether this one is woken. What else belongs to the device is in the panel behind the person's name. */
export function PreferencesScreen() {
  const user = useSession()?.user ?? ''
  const profile = useLiveQuery(() => local().access_user.get(user), [user])
  const initial = useMemo(() => profile && typedOf(profile), [profile])
  return (
    <>
      <h1>
        <Trans>Preferences</Trans>
      </h1>
      {initial ? <FormView spec={preferencesForm} initial={initial} onDone={() => {}} /> : <div aria-busy="true" />}
      <Wake />
    </>
  )
}
