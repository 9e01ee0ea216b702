import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { PlainButton } from '@/kit/plain/Plain'
import { PickPlace } from './PickPlace'
import { useYard } from './useYard'

/** Asks the yard's drivers for a trailer from another screen; nothing where no trailer stands in the yard. */
export function MoveTrailer({ warehouse }: { warehouse: string | undefined }) {
  const yard = useYard(warehouse)
  const [asking, setAsking] = useState(false)
  if (!yard || yard.trailers.length === 0) return null
  return (
    <>
      <PlainButton onClick={() => setAsking(true)}>
        <Trans>Move a trailer…</Trans>
      </PlainButton>
      {asking && <PickPlace yard={yard} picking={{ to: 'ask' }} onClose={() => setAsking(false)} />}
    </>
  )
}
