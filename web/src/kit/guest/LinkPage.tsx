import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import css from './Guest.module.css'
import { GuestPage, Verdict } from './GuestPage'
import { NewLink } from './NewLink'
import type { Link } from './useLink'

interface LinkPageProps<T> {
  link: Link<T>
  /** Over the reason why the link shows nothing. */
  dead: ReactNode
  /** Sends another link to the address that the sender knows; left out where nobody's address is known. */
  renew?: () => Promise<unknown>
  /** Where to turn then; without it, to the mail and its sender. */
  way?: ReactNode
  children: (shown: T) => ReactNode
}

/** The frame of a page behind a link in a mail, in every state that such a page has: it opens, it is dead, too much was asked, nothing can be reached, or what is shown is what was known last. */
export function LinkPage<T>({ link, dead, renew, way, children }: LinkPageProps<T>) {
  const { shown, trouble, fresh } = link
  const busy = trouble?.kind === 'refused' && trouble.status === 429
  if (trouble?.kind === 'refused' && !busy && !fresh)
    return (
      <GuestPage>
        <Verdict verdict="bad" title={dead}>
          {/* An address that was cut off in the mail: what field it lacks says nothing to whoever reads it. */}
          {trouble.code !== 'invalid-fields' && <p>{trouble.said}</p>}
          {renew && (trouble.code === 'mail-link-replaced' || trouble.code === 'mail-link-expired') ? (
            <NewLink send={renew} />
          ) : (
            <p>{way ?? <Trans>Open the link in the latest mail, or write to the shipper.</Trans>}</p>
          )}
        </Verdict>
      </GuestPage>
    )
  if (!shown)
    return (
      <GuestPage>
        {trouble ? (
          <Verdict verdict="waiting" title={busy ? <Trans>Too many requests</Trans> : <Trans>No connection</Trans>}>
            <p>{busy ? trouble.said : <Trans>This page opens by itself as soon as there is a signal.</Trans>}</p>
            <button type="button" onClick={() => void link.again()}>
              <Trans>Try now</Trans>
            </button>
          </Verdict>
        ) : (
          <div aria-busy="true" className={css.opening}>
            <Trans>Opening…</Trans>
          </div>
        )}
      </GuestPage>
    )
  return (
    <GuestPage>
      {trouble && (
        <p className={css.offline} role="status">
          {trouble.kind === 'refused' ? (
            trouble.said
          ) : (
            <Trans>No connection. What you see is what was known last; what you type is kept on this device.</Trans>
          )}
        </p>
      )}
      {children(shown)}
    </GuestPage>
  )
}
