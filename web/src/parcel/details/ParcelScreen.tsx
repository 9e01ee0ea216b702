import { Trans, useLingui } from '@lingui/react/macro'
import { Labels, PrintButton } from '@/document/public'
import { ShipmentScreen, useShipment } from '@/shipment/public'
import css from './Parcel.module.css'

/** A parcel shipment: its labels first, since that is what one comes for, then all that is known of it. */
export function ParcelScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const { shipment: s } = useShipment(id)
  return (
    <div className={css.parcel}>
      <ShipmentScreen id={id} />
      {s?.carrier && s.pieces > 0 && (
        <section className={css.labels} aria-label={t`Labels`}>
          <h2>
            <Trans>Labels</Trans>
          </h2>
          <Labels of={{ shipment: s.id, file: 'parcel-label', count: s.pieces }} />
          <PrintButton shipment={{ id: s.id, bol: s.bol, warehouse: s.warehouse, labels: 0 }} />
        </section>
      )}
    </div>
  )
}
