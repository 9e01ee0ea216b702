import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { PickPlace } from './PickPlace'
import { useYard, type Yard } from './useYard'
import type { Trailer } from './yard'

interface Props {
  warehouse: string | undefined
  /** The load whose trailer is meant; all trailers without one. */
  shipment?: string
  /** Where the trailer is wanted, where that is known. */
  door?: string
  /** After the dialog. */
  onClose?: () => void
}

/** Asks the yard's drivers for a trailer from another screen; nothing where none stands in the yard, or the load's own is at the door or on its way there. */
export function MoveTrailer({ warehouse, shipment, door, onClose }: Props) {
  const { t } = useLingui()
  const may = useCan('move-trailers')
  const yard = useYard(warehouse)
  const [asking, setAsking] = useState(false)
  if (!may || !yard) return null
  const trailer = shipment ? yard.trailers.find((x) => x.shipmentId === shipment) : undefined
  if (shipment ? !trailer || (door && goesTo(trailer, door, yard)) : yard.trailers.length === 0) return null
  return (
    <>
      <PlainButton onClick={() => setAsking(true)}>
        {trailer && door ? (
          t`Move trailer ${trailer.number} to door ${door}…`
        ) : door ? (
          t`Bring a trailer to door ${door}…`
        ) : (
          <Trans>Move a trailer…</Trans>
        )}
      </PlainButton>
      {asking && (
        <PickPlace
          yard={yard}
          picking={{ to: 'ask', ...(trailer ? { trailer } : {}), ...(door ? { at: door } : {}) }}
          onClose={() => {
            setAsking(false)
            onClose?.()
          }}
        />
      )}
    </>
  )
}

/** Whether a trailer stands at a door, or is asked for there. */
const goesTo = (trailer: Trailer, door: string, yard: Yard) =>
  trailer.door === door || yard.moves.some((m) => m.trailerId === trailer.id && m.door === door)
