import type { ShipmentTender } from '@sync/gen/tables'
import { Openings } from '@/kit/openings/Openings'
import { useCall } from '@/kit/remote/useCall'

/** From where the link of a tender was opened. */
export function TenderOpenings({ d, onClose }: { d: ShipmentTender; onClose: () => void }) {
  return <Openings of={d.carrierName} found={useCall('Shipment/TenderOpenings', { TenderId: d.id }, { staleMs: 0 })} onClose={onClose} />
}
