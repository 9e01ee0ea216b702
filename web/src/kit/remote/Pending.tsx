import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Alert, Button, Skeleton } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import type { Called } from './useCall'

/**
 * What a call found, or why there is nothing yet: on its way, refused, or no connection, which `offline` says in the words of the matter. What was found
 * once stays where it is, with what somebody types in it, when it is asked for again and that fails.
 */
export function Pending({ called, offline, children }: { called: Called<unknown>; offline: Words; children: ReactNode }) {
  const words = useWords()
  const { refused, offline: lost, again } = called.remote
  const no = refused ? (
    <Alert color="red" role="alert">
      {words(refused)}
    </Alert>
  ) : lost ? (
    <Alert color="yellow" role="status">
      {words(offline)}{' '}
      <Button size="compact-sm" variant="default" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </Alert>
  ) : undefined
  if (called.loading) return <Skeleton height={220} animate={false} aria-busy="true" />
  return (
    <>
      {no}
      {(!no || called.data !== undefined) && children}
    </>
  )
}
