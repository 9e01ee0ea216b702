import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { PageLink } from '@/kit/page/PageLink'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { type Picking, PickPlace } from './PickPlace'
import { useYard } from './useYard'
import { contents, priorities } from './words'
import { keyOf, type Spot } from './yard'

/** The trailers of a load that stand in its warehouse's yard, on the load's page; nothing where none does. */
export function InYard({ shipment, warehouse }: { shipment: string; warehouse: string }) {
  const { t } = useLingui()
  const sees = useCan('see-yard')
  const may = useCan('move-trailers')
  const yard = useYard(warehouse)
  const [picking, setPicking] = useState<Picking>()
  const own = yard?.site?.id === warehouse ? yard.trailers.filter((x) => x.shipmentId === shipment) : []
  if (!sees || !yard || own.length === 0) return null
  const named = (s: Spot | undefined) => (s ? (s.kind === 'doors' ? t`Door ${s.name}` : s.name) : t`Place unknown`)
  return (
    <Part title={msg`Trailer in the yard`}>
      {own.map((x) => {
        const move = yard.moves.find((m) => m.trailerId === x.id)
        const place = named(yard.spotOf(x))
        return (
          <p key={x.id}>
            <PageLink to={{ page: 'Yard', search: { warehouse, at: keyOf(x) || x.id } }}>{x.number}</PageLink> {place} ·{' '}
            <Ago at={x.placedAt} /> <StatusBadge {...contents[x.contents]} />{' '}
            {move ? (
              <>
                <Icon name="right" /> <b>{named(yard.spotOf(move))}</b> <StatusBadge {...priorities[move.priority]} />
              </>
            ) : (
              may && (
                <PlainButton onClick={() => setPicking({ to: 'ask', trailer: x })}>
                  <Trans>Request a move…</Trans>
                </PlainButton>
              )
            )}
          </p>
        )
      })}
      {picking && <PickPlace yard={yard} picking={picking} onClose={() => setPicking(undefined)} />}
    </Part>
  )
}
