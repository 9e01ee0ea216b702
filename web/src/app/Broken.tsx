import { Trans } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { PlainButton } from '@/kit/plain/Plain'

/** A fault of ours on one screen. The menu still works, and nothing that was sent is in danger: the outbox knows nothing of screens. */
export function Broken({ error, reset }: ErrorComponentProps) {
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
