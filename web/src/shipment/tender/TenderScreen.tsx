import { Trans, useLingui } from '@lingui/react/macro'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { Day, useLocale } from '@/kit/format/Formats'
import { windowOf } from '@/kit/format/window'
import { zoneName } from '@/kit/format/zone'
import { useCrumb } from '@/kit/layout/crumb'
import { PageLink } from '@/kit/page/PageLink'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { statuses } from '@/kit/status/statuses'
import { useShipment } from '../details/useShipment'
import { Tender } from './Tender'
import css from './Tender.module.css'

/** Page 57: one shipment's tender, by its address; without a shipment, where to find one. */
export function TenderScreen({ id }: { id: string | undefined }) {
  const { t } = useLingui()
  if (id) return <Of id={id} />
  return (
    <div className={css.page}>
      <h1>{t`Tender`}</h1>
      <p>
        <Trans>Choose a shipment that waits for a carrier.</Trans>
      </p>
      <PageLink to={{ page: 'BucketRateRoute' }}>
        <Trans>Rate & Route</Trans>
      </PageLink>
    </div>
  )
}

function Of({ id }: { id: string }) {
  const { t } = useLingui()
  const { shipment: s, site, remote } = useShipment(id)
  const locale = useLocale()
  useCrumb(s?.number)
  return (
    <DetailScreen
      title={s ? t`Tender ${s.number}` : t`Tender`}
      status={s && <StatusBadge {...statuses[s.status]} />}
      of={s}
      entity="shipment"
      id={id}
      {...(remote ? { remote } : {})}
    >
      {s && (
        <div className={css.page}>
          <p className={css.quiet}>
            {s.origin.city} → {s.destination.name}, {s.destination.city} {s.destination.state} · <Day text={s.shipOn} />{' '}
            {[windowOf(s.pickupFrom, s.pickupTo), s.pickupFrom && site?.zone && zoneName(site.zone, s.shipOn, locale)]
              .filter(Boolean)
              .join(' ')}{' '}
            ·{' '}
            <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: s.id } }}>
              <Trans>the whole shipment</Trans>
            </PageLink>
          </p>
          <Tender id={id} />
        </div>
      )}
    </DetailScreen>
  )
}
