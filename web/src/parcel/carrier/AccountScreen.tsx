import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ParcelConsentResp } from '@sync/gen/api'
import { useEffect, useMemo, useRef } from 'react'
import { FormView } from '@/kit/form/FormView'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'
import { Alert, Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { accountForm } from './accountForm'
import { type Carrier, carriers } from './carriers'
import type { CarrierSearch } from './search'

const offline = msg`The account is on the server. It appears with a connection.`

/** How the organization is connected with a parcel carrier: its agreement, its account, and what comes next. */
export function AccountScreen({ carrier, search, left }: { carrier: Carrier; search: CarrierSearch; left: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const of = carriers[carrier]
  const got = useCall('Parcel/Account', { Carrier: carrier }, { staleMs: 0 })
  const account = got.data
  const form = useMemo(() => account && accountForm(of, account), [of, account])
  const { act } = useAct()
  const name = useCall('Carriers/GetClientNameforTokenAccess', { Carrier: carrier })
  const renew = () =>
    act(async () => {
      await theRemote().submit('Carriers/UpdateToken', { Carrier: carrier })
      toasts.good(msg`The token was renewed.`, { of: of.name })
    })
  const consent = (code: string, state: string) => theRemote().submit(...consentCall(carrier, code, state)) as Promise<ParcelConsentResp> // the answer of either call
  useReturn(search, async (code, state) => {
    left() // the code is good once: it does not stay in the address
    if (await act(() => consent(code, state))) toasts.good(msg`Signed in`)
  })
  return (
    <Screen title={of.name}>
      <Pending called={got} offline={offline}>
        {account && form && (
          <>
            {account.Rev > 0 && (
              <Alert color={account.Enabled ? 'green' : 'yellow'} role="status">
                {account.Enabled ? <Trans>Connected as {account.CarrierScac}.</Trans> : <Trans>The account is switched off.</Trans>}{' '}
                {account.HasSecret && <Trans>A secret is set.</Trans>} {account.TestEnvironment && <Trans>Test environment.</Trans>}{' '}
                <PageLink to={{ page: of.rates }} otherwise="">
                  <Trans>Get rates</Trans>
                </PageLink>
              </Alert>
            )}
            <FormView key={account.Rev} {...form} />
            {of.agreement && account.Rev > 0 && (
              <section aria-label={t`Agreement`}>
                <h2>
                  <Trans>Agreement</Trans>
                </h2>
                <p>{words(of.agreement.said)}</p>
                <p role="status">
                  {account.Consented ? <Trans>Accepted, and signed in.</Trans> : <Trans>Nobody has signed in yet.</Trans>}
                </p>
                {account.ReturnAddress && (
                  <p>
                    <Trans>Redirect address for the application: {account.ReturnAddress}</Trans>
                  </p>
                )}
                {name.data?.ClientName && (
                  <p>
                    <Trans>
                      Access is given to {name.data.ClientName}, by the application {name.data.ClientId}.
                    </Trans>
                  </p>
                )}
                <Button
                  variant="default"
                  onClick={() =>
                    void act(async () => {
                      const to = await consent('', '')
                      window.location.assign(to.Address)
                    })
                  }
                >
                  {words(of.agreement.button)}
                </Button>{' '}
                {account.Consented && (
                  <Button variant="default" onClick={() => void renew()}>
                    <Trans>Renew the token now</Trans>
                  </Button>
                )}
              </section>
            )}
          </>
        )}
      </Pending>
    </Screen>
  )
}

const consentCall = (carrier: Carrier, Code: string, State: string): [string, object] =>
  carrier === 'ups'
    ? ['UPSReady/RequestAgreement', { Code, State }]
    : carrier === 'stamps'
      ? ['Carriers/GetStampsAuthCode', { Code, State }]
      : ['Parcel/Consent', { Carrier: carrier, Code, State }]

/** Completes, once, what the carrier sent the person back with. */
function useReturn({ code, state }: CarrierSearch, done: (code: string, state: string) => Promise<void>) {
  const begun = useRef('')
  useEffect(() => {
    if (!code || !state || begun.current === state) return
    begun.current = state
    void done(code, state)
  })
}
