import { Trans } from '@lingui/react/macro'
import css from './NotSecure.module.css'

/**
 * What stands where a password would be typed, at an address that is not encrypted: it could be read on its way, and a browser gives such a page neither camera
 * nor storage that lasts.
 */
export function NotSecure() {
  const to = `https://${location.hostname}${location.pathname}${location.search}${location.hash}`
  return (
    <section className={css.said} role="alert">
      <h2>
        <Trans>This address is not encrypted</Trans>
      </h2>
      <p>
        <Trans>A password that is typed here could be read on its way. Open Lading at its secure address:</Trans>
      </p>
      <p>
        <a href={to}>{`https://${location.hostname}`}</a>
      </p>
      <p>
        <Trans>
          If that does not open: the server needs a certificate. On the server, start “lading serve” with --domain, --cert or --lan, or put
          a proxy in front of it; “lading serve --help” says how.
        </Trans>
      </p>
    </section>
  )
}
