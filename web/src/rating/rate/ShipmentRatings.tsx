import { Trans } from '@lingui/react/macro'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import css from '../Rating.module.css'
import { foundThere } from './RatesScreen'
import { Ratings } from './Ratings'

/** The ratings of a shipment where its workspace shows them. */
export function ShipmentRatings({ shipment }: { shipment: string }) {
  const list = useCall('Rating/Ratings', { shipmentId: shipment })
  return (
    <Pending called={list} offline={foundThere}>
      {list.data &&
        (list.data.ratings.length > 0 ? (
          <Ratings shipment={shipment} of={list.data.ratings} all={list.data.all} />
        ) : (
          <p className={css.quiet}>
            <Trans>This shipment has not been rated yet.</Trans>
          </p>
        ))}
    </Pending>
  )
}
