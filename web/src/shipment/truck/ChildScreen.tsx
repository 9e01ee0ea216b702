import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useShipment } from '../details/useShipment'
import { WhatItIs } from '../details/WhatItIs'
import { Children } from './Children'
import css from './Truck.module.css'

/** Page 141: one shipment of a truck, with what travels beside it. */
export function ChildScreen({ id }: { id: string | undefined }) {
  const { t } = useLingui()
  return id ? (
    <Of id={id} />
  ) : (
    <Screen title={t`Child shipment`}>
      <p>
        <Trans>Choose a shipment of a truck.</Trans>{' '}
        <PageLink to={{ page: 'TruckConsolidation' }}>
          <Trans>Trucks</Trans>
        </PageLink>
      </p>
    </Screen>
  )
}

function Of({ id }: { id: string }) {
  const { t } = useLingui()
  const { shipment: s } = useShipment(id)
  const trucks = useCall('Shipment/GetTruckNumbersForConsolidation', {}, { staleMs: 0, everyMs: () => 15_000 })
  const truck = trucks.data?.find((x) => x.children.some((c) => c.shipmentId === id))
  return (
    <Screen
      title={s ? t`Child shipment ${s.number}` : t`Child shipment`}
      below={truck && t`On truck ${truck.truckNumber}`}
      actions={
        <>
          <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: id } }}>
            <Trans>the whole shipment</Trans>
          </PageLink>
          <PageLink to={{ page: 'TruckConsolidation' }}>
            <Trans>Trucks</Trans>
          </PageLink>
        </>
      }
    >
      <Pending called={trucks} offline={msg`Trucks are kept on the server, and there is no connection now.`}>
        {truck ? (
          <Children of={truck} all={trucks.data ?? []} again={trucks.remote.again} />
        ) : (
          <p className={css.quiet}>
            <Trans>This shipment is on no truck.</Trans>
          </p>
        )}
      </Pending>
      {s && (
        <div className={css.what}>
          <WhatItIs s={s} />
        </div>
      )}
    </Screen>
  )
}
