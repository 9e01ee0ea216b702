import { Trans } from '@lingui/react/macro'
import css from './Guest.module.css'
import { NewLink } from './NewLink'

interface GenuineMarkProps {
  /** What the check page is asked, and of which organisation's link. */
  what: 'tender' | 'quote'
  id: string
  token: string
  shipper: string
  /** Where the mail went, in part; empty where no mail went out. */
  sent: string
  /** Sends another link; left out where there is nothing to answer any more. */
  send?: () => Promise<unknown>
}

/** By what a carrier knows that the page is genuine, and what to do where the link came to the wrong person. */
export function GenuineMark({ what, id, token, shipper, sent, send }: GenuineMarkProps) {
  const org = token.slice(0, token.indexOf('.'))
  return (
    <details className={css.mark}>
      <summary>
        <Trans>Is this really from {shipper}?</Trans>
      </summary>
      <p>
        <Trans>Compare the address of this page with the one that the mail names. Anybody can check it without this link:</Trans>{' '}
        <a href={`/check/${encodeURIComponent(org)}/${what}/${id}`} target="_blank" rel="noreferrer">
          <Trans>open the check page</Trans>
        </a>
        . <Trans>It names the shipper, the carrier that was asked and where the mail went.</Trans>
      </p>
      {sent && (
        <p>
          <Trans>
            The mail went to {sent}. Did it reach the wrong person? A new link goes to that address, and this one opens nothing then.
          </Trans>
        </p>
      )}
      {sent && send && <NewLink send={send} plain />}
    </details>
  )
}
