import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import css from './Blocked.module.css'
import { otherTab } from './otherTab'

/** Stands over everything while another tab with an older app keeps this one from its store. It goes away by itself. */
export function Blocked() {
  if (!useSyncExternalStore(otherTab.watch, otherTab.blocks)) return null
  return (
    <main className={css.blocked} role="alert">
      <h1>
        <Trans>Please close the other tabs of Lading</Trans>
      </h1>
      <p>
        <Trans>
          One of them still shows an older version. This one goes on by itself as soon as it is closed or reloaded. Nothing is lost.
        </Trans>
      </p>
    </main>
  )
}
