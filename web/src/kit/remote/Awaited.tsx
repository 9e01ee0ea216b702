import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Alert, Button, Skeleton } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import type { Called } from './useCall'

/** What a call found, or why there is nothing yet: on its way, refused, or no connection, which `offline` says in the words of the matter. */
export function Awaited({ called, offline, children }: { called: Called<unknown>; offline: Words; children: ReactNode }) {
  const words = useWords()
  if (called.remote.refused)
    return (
      <Alert color="red" role="alert">
        {words(called.remote.refused)}
      </Alert>
    )
  if (called.remote.offline)
    return (
      <Alert color="yellow" role="status">
        {words(offline)}{' '}
        <Button size="compact-sm" variant="default" onClick={called.remote.again}>
          <Trans>Try again</Trans>
        </Button>
      </Alert>
    )
  return called.loading ? <Skeleton height={220} animate={false} aria-busy="true" /> : children
}
