import { Trans } from '@lingui/react/macro'
import { isLost } from '@sync/idb'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, Group } from '@/kit/ui'

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
  return (
    <section role="alert">
      <h1>
        <Trans>Something went wrong.</Trans>
      </h1>
      <p>
        <Trans>This screen stopped working. What you had already sent or saved is safe.</Trans>
      </p>
      <Group>
        <Button onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="default" onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      </Group>
      <details>
        <summary>
          <Trans>For support</Trans>
        </summary>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
      </details>
    </section>
  )
}
