import { Trans, useLingui } from '@lingui/react/macro'
import { Landing } from './Landing'

/** Where shipping begins. */
export function ShipScreen() {
  const { t } = useLingui()
  return (
    <Landing
      title={t`Ship`}
      entrances={[
        {
          page: 'SingleOrder',
          does: <Trans>Enter one shipment that no order file brought.</Trans>,
          also: ['Prepaid', 'Collect', 'Parcel'],
        },
        { page: 'MultipleOrders', does: <Trans>Plan, rate and schedule many open orders at once.</Trans>, also: ['OpenOrders'] },
        { page: 'PrintDocuments', does: <Trans>Reprint documents.</Trans> },
        { page: 'ShipmentStatus', does: <Trans>See where shipments stand.</Trans>, also: ['ShipmentList', 'ShipmentHistory'] },
      ]}
    />
  )
}

/** Which kind of single order. */
export function SingleOrderScreen() {
  const { t } = useLingui()
  return (
    <Landing
      title={t`Single order`}
      entrances={[
        { page: 'Prepaid', does: <Trans>Prepaid or third party. Get rates from all contract carriers.</Trans> },
        { page: 'Collect', does: <Trans>The consignee pays and chose the carrier. It is not rated.</Trans> },
        { page: 'Parcel', does: <Trans>Packages by a parcel carrier, priced by zone and weight, with labels.</Trans> },
      ]}
    />
  )
}

/** Where receiving begins. */
export function ReceiveScreen() {
  const { t } = useLingui()
  return (
    <Landing
      title={t`Receive`}
      entrances={[
        { page: 'ShipPO', does: <Trans>Ship what a vendor has ready of a purchase order, line by line.</Trans> },
        { page: 'ShipmentStatus', does: <Trans>See where shipments stand.</Trans> },
      ]}
    />
  )
}
