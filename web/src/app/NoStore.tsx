import { Trans } from '@lingui/react/macro'
import { isQuota } from '@sync/idb'
import { isUnfetched } from '@/kit/later/unfetched'
import { PlainButton } from '@/kit/plain/Plain'
import css from './Blocked.module.css'

/** The app cannot begin: what it keeps on this device does not open, or a part of the app could not be fetched. Never a white page. */
export function NoStore({ error }: { error: unknown }) {
  const full = isQuota(error)
  return (
    <main className={css.blocked} role="alert">
      <h1>
        {full ? (
          <Trans>This device has no room left</Trans>
        ) : isUnfetched(error) ? (
          <Trans>The app is not on this device yet</Trans>
        ) : (
          <Trans>The storage of this device does not open</Trans>
        )}
      </h1>
      <p>
        {full ? (
          <Trans>Delete photos, downloads or other apps, then try again. What you did and is not sent is still here.</Trans>
        ) : isUnfetched(error) ? (
          <Trans>It is fetched as soon as there is a connection. If this Wi-Fi wants its own sign-in page, sign in to it first.</Trans>
        ) : (
          <Trans>
            Close all tabs of the browser and open the app again. If this stays, restart the device, and tell your supervisor before you
            clear anything: work that is not sent may still be here.
          </Trans>
        )}
      </p>
      <p>
        <PlainButton filled onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </PlainButton>
      </p>
      <details>
        <summary>
          <Trans>For support</Trans>
        </summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
      </details>
    </main>
  )
}
