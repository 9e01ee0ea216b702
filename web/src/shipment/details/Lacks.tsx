import { Trans } from '@lingui/react/macro'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert } from '@/kit/ui'
import css from './Workspace.module.css'

/** What the bill of a shipment lacks, from the day on which somebody opens it: the dock is not given the load before it is complete. */
export function Lacks({ shipment }: { shipment: string }) {
  const refusal = useRefusal()
  const { data } = useCall('Shipment/BillLacks', { ShipmentId: shipment })
  if (!data?.lacks?.length) return null
  return (
    <Alert color="yellow" role="status" title={<Trans>The bill of lading is incomplete</Trans>}>
      {[...new Set(data.lacks.map((f) => refusal.field(f)))].map((why) => (
        <p key={why} className={css.plain}>
          {why}
        </p>
      ))}
    </Alert>
  )
}
