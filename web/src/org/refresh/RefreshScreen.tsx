import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '@sync/refresh'
import { NoContact } from '@sync/wire'
import { useState } from 'react'
import { Facts } from '@/kit/detail/DetailScreen'
import { Ago } from '@/kit/format/Formats'
import { Screen } from '@/kit/layout/Screen'
import { useRefusal } from '@/kit/remote/refusal'
import { queries } from '@/kit/remote/useCall'
import { useSyncView } from '@/kit/remote/user'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'

/** Page 62: has everything that this device keeps of the server fetched anew. */
export function RefreshScreen() {
  const { t } = useLingui()
  const view = useSyncView()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const offline = view.contact === 'offline'
  const run = async () => {
    setBusy(true)
    try {
      await refresh()
      await queries.invalidateQueries()
      toasts.good(msg`Cache refreshed successfully`)
    } catch (err) {
      if (err instanceof NoContact) toasts.bad(msg`Cache refresh failed`, { why: refusal.whole(err) })
      else toasts.bad(msg`Error while refreshing the cache`, { why: refusal.whole(err) })
    }
    setBusy(false)
  }
  return (
    <Screen
      title={t`Refresh data`}
      below={<Trans>Fetches everything on this device from the server again. Work that waits to be sent is kept.</Trans>}
    >
      <Facts
        facts={[
          { label: msg`Last contact`, value: view.lastContact ? <Ago at={view.lastContact} /> : <Trans>Not yet</Trans> },
          { label: msg`To send`, value: view.waiting + view.files },
        ]}
      />
      {offline && (
        <p role="status">
          <Trans>Refreshing needs a connection. What is on this device stays.</Trans>
        </p>
      )}
      <div>
        <Button loading={busy} disabled={offline} onClick={() => void run()}>
          <Trans>Refresh data</Trans>
        </Button>
      </div>
    </Screen>
  )
}
