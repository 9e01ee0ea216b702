import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { FormView } from '@/kit/form/FormView'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { WakeSwitch } from '../WakeSwitch'
import css from './Preference.module.css'
import { begun, preferenceForm } from './preferenceForm'

/** Page 104: what a user is told of and how, quiet hours and the digest. */
export function PreferenceScreen() {
  const { t } = useLingui()
  const got = useCall('Notify/Preferences', undefined, { staleMs: 0 })
  const initial = useMemo(() => got.data && begun(got.data), [got.data])
  return (
    <Screen title={t`Notifications`}>
      <Pending called={got} offline={msg`Notifications can be set with a connection.`}>
        {got.data && initial && (
          <>
            <p className={css.about}>
              {got.data.Email ? (
                <Trans>E-mail goes to {got.data.Email}.</Trans>
              ) : (
                <Trans>
                  <PageLink to={{ page: 'Profile' }}>Your profile</PageLink> has no e-mail address.
                </Trans>
              )}{' '}
              {!got.data.Provider.configured && got.data.Provider.message}{' '}
              <Plural
                value={got.data.Devices}
                _0="No device of yours gets push."
                one="# device of yours gets push."
                other="# devices of yours get push."
              />
            </p>
            <WakeSwitch />
            <FormView spec={preferenceForm} initial={initial} onDone={got.remote.again} />
          </>
        )}
      </Pending>
    </Screen>
  )
}
