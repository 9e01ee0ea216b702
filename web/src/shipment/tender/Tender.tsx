import { Trans } from '@lingui/react/macro'
import { useShipment } from '../details/useShipment'
import { Choose } from './Choose'
import { Line } from './Line'
import css from './Tender.module.css'

/**
 * Tendering one shipment, from whatever screen: whom to ask and who after them while it can be tendered; how it stands from then on, live.
 * It needs the shipment's id and nothing else.
 */
export function Tender({ id }: { id: string }) {
  const { shipment: s, site } = useShipment(id)
  if (!s) return <div aria-busy="true" />
  const zone = site?.zone ? { zone: site.zone } : {}
  return (
    <div className={css.tender}>
      <Line s={s} {...zone} />
      {s.status === 'Q' ? (
        <Choose key={s.id} s={s} />
      ) : (
        (s.status === 'O' || s.status === 'S' || s.status === 'H') && (
          <p className={css.quiet}>
            <Trans>The shipment is tendered from Rate & Route. Bring it there first.</Trans>
          </p>
        )
      )}
    </div>
  )
}
