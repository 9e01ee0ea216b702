import { Trans } from '@lingui/react/macro'
import { isLost } from '@sync/idb'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnfetched } from '@/kit/later/unfetched'
import { PlainButton } from '@/kit/plain/Plain'
import { reloadOnce } from './reload'

let tried = 0

/** A fault of ours on one screen. The menu still works, and nothing that was sent is in danger: the outbox knows nothing of screens. */
export function Broken({ error, reset }: ErrorComponentProps) {
  // A tablet that was asleep finds its local store dead, and a moment later alive again: no reason to trouble anybody.
  useEffect(() => {
    if (!isLost(error) || Date.now() - tried < 30_000) return
    tried = Date.now()
    const timer = setTimeout(reset, 500)
    return () => clearTimeout(timer)
  }, [error, reset])
  // Into the device's log, where an administrator finds it.
  useEffect(() => {
    if (!isLost(error) && !isUnfetched(error)) reportError(error)
  }, [error])
  // A screen that this device has never shown, while there is no connection: it comes as soon as it can be had.
  const unfetched = isUnfetched(error)
  useEffect(() => {
    if (!unfetched) return
    const timer = setInterval(() => void reloadOnce(), 5_000)
    return () => clearInterval(timer)
  }, [unfetched])
  if (unfetched)
    return (
      <section role="alert">
        <h1>
          <Trans>This screen is not on this device yet.</Trans>
        </h1>
        <p>
          <Trans>It comes by itself as soon as there is a connection. What you had already sent or saved is safe.</Trans>
        </p>
      </section>
    )
  return (
    <section role="alert">
      <h1>
        <Trans>Something went wrong.</Trans>
      </h1>
      <p>
        <Trans>This screen stopped working. What you had already sent or saved is safe.</Trans>
      </p>
      <p>
        <PlainButton filled onClick={reset}>
          <Trans>Try again</Trans>
        </PlainButton>{' '}
        <PlainButton onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </PlainButton>
      </p>
      <details>
        <summary>
          <Trans>For support</Trans>
        </summary>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
      </details>
    </section>
  )
}
