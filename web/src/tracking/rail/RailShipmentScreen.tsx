import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { FormView } from '@/kit/form/FormView'
import { useCrumb } from '@/kit/layout/crumb'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { railForm, waybillForm } from './railForm'

const offline = msg`Rail shipments are on the server. They appear with a connection.`

/** Enters a rail shipment, or changes the waybill and the cars of one. */
export function RailShipmentScreen({ id }: { id: string | undefined }) {
  const { t } = useLingui()
  const may = useCan('plan')
  return (
    <Screen title={t`Rail shipment`}>
      {may ? (
        id ? (
          <Change key={id} id={id} />
        ) : (
          <Enter />
        )
      ) : (
        <p role="status">
          <Trans>Rail shipments are entered by users who plan loads.</Trans>
        </p>
      )}
    </Screen>
  )
}

function Enter() {
  const mode = useCall('Configuration/GetShipmentCreationMode', undefined)
  const navigate = useNavigate()
  return (
    <Pending called={mode} offline={offline}>
      {mode.data?.RailShipment ? (
        <FormView
          spec={railForm}
          onDone={(r) => void navigate({ to: '/RailShipmentCreation/{-$shipmentid}', params: { shipmentid: r.ShipmentId } })}
        />
      ) : (
        <p role="status">
          <Trans>Rail shipments are switched off. An administrator switches them on in Rail Status.</Trans>
        </p>
      )}
    </Pending>
  )
}

function Change({ id }: { id: string }) {
  const got = useCall('Configuration/GetRailShipmentDetails', { ShipmentId: id })
  const r = got.data
  useCrumb(r?.Shipment)
  return (
    <Pending called={got} offline={offline}>
      {r && (
        <>
          <p>
            <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: r.ShipmentId } }}>
              <Trans>Shipment {r.Shipment}</Trans>
            </PageLink>
          </p>
          <FormView
            key={r.Rev}
            spec={waybillForm}
            initial={{
              ShipmentId: r.ShipmentId,
              Railroad: r.Railroad,
              Waybill: r.Waybill,
              OriginStation: r.OriginStation,
              DestinationStation: r.DestinationStation,
              Route: r.Route,
              STCC: r.STCC,
              Note: r.Note,
              Rev: r.Rev,
              Cars: r.Cars.map((c) => ({
                CarNumber: c.ContainerNumber,
                Description: '',
                Pieces: c.Pieces,
                Weight: c.Weight,
                Seal: c.Seal,
              })),
            }}
          />
        </>
      )}
    </Pending>
  )
}
