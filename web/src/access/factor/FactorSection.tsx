import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { AccessBeginFactorResp } from '@sync/gen/api'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { FormView } from '@/kit/form/FormView'
import { useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { Alert, Button } from '@/kit/ui'
import css from './Factor.module.css'
import { FactorSetUp, RecoveryCodes } from './FactorSetUp'
import { beginForm, confirmForm, endForm, renewForm } from './factorForms'

/** One's own second factor: set up, turned off, and the recovery codes. */
export function FactorSection() {
  const locale = useLocale()
  const session = useSession()
  const called = useCall('Access/Factor', undefined, { staleMs: 0 })
  const [begun, setBegun] = useState<AccessBeginFactorResp>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const stand = called.data
  const looks = Boolean(session?.by)
  return (
    <section className={css.section} aria-labelledby="second-factor">
      <h2 id="second-factor">
        <Trans>Second factor</Trans>
      </h2>
      <Pending called={called} offline={msg`The second factor can be seen and changed with a connection.`}>
        {stand && !stand.On && !begun && (
          <>
            <p>
              <Trans>Off. With it, signing in takes your password and a code of an authenticator app on your phone.</Trans>
            </p>
            {!looks && (
              <Button onClick={() => void openForm(beginForm(session?.userName ?? ''), {}).then((got) => got && setBegun(got))}>
                <Trans>Set up</Trans>
              </Button>
            )}
          </>
        )}
        {stand && !stand.On && begun && (
          <>
            <FactorSetUp begun={begun} />
            <FormView
              spec={confirmForm(begun.Setup)}
              onDone={() => {
                setBegun(undefined)
                called.remote.again()
              }}
            />
            <Button variant="default" onClick={() => setBegun(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        )}
        {stand?.On && (
          <>
            <p>
              <Trans>On since {dateTime(stand.Since, locale)}.</Trans>{' '}
              <Plural
                value={stand.Recovery}
                _0="No recovery code is left."
                one="# recovery code is left."
                other="# recovery codes are left."
              />{' '}
              {stand.Required && <Trans>Your group requires it.</Trans>}
            </p>
            {recovery && (
              <Alert role="status">
                <Trans>Keep these recovery codes apart from the phone. Each signs you in once.</Trans>
                <RecoveryCodes codes={recovery} />
              </Alert>
            )}
            {!looks && (
              <div className={css.buttons}>
                <Button
                  variant="default"
                  onClick={() =>
                    void openForm(renewForm, {}).then((got) => {
                      if (got) setRecovery(got.Recovery)
                      called.remote.again()
                    })
                  }
                >
                  <Trans>New recovery codes</Trans>
                </Button>
                {!stand.Required && (
                  <Button
                    variant="default"
                    onClick={() =>
                      void openForm(endForm, {}).then(() => {
                        setRecovery(undefined)
                        called.remote.again()
                      })
                    }
                  >
                    <Trans>Turn off</Trans>
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Pending>
    </section>
  )
}
