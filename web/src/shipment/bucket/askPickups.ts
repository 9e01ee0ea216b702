import { current } from '@sync/client'
import type { ShipmentBulkStatus } from '@sync/gen/api'
import { submit } from '@/kit/remote/submit'

/** How long the answers to several are waited for. They are asked for by a job, which goes on without this page. */
const patience = 60_000

/** Asks the carriers of shipments to come. Several are asked for after the call has been answered; what became of each comes over the live connection. */
export async function askPickups(ids: string[]): Promise<ShipmentBulkStatus[]> {
  const live = current().work?.live
  if (ids.length < 2 || !live) return ask(ids, false)
  const heard = new Map<string, ShipmentBulkStatus>()
  let all = () => {}
  const complete = new Promise<void>((resolve) => {
    all = resolve
  })
  const off = live.on('BulkScheduleStatus', (raw) => {
    const s = raw as ShipmentBulkStatus // as the server declares it
    if (s.status === 'pending' || !ids.includes(s.shipmentId)) return
    heard.set(s.shipmentId, s)
    if (heard.size === ids.length) all()
  })
  try {
    await ask(ids, true)
    await Promise.race([complete, new Promise((resolve) => setTimeout(resolve, patience))])
  } finally {
    off()
  }
  return [...heard.values()]
}

const ask = async (ShipmentIds: string[], later: boolean) =>
  (await submit('Shipment/BulkPickupRequest', { isAsync: String(later), ShipmentIds })) as ShipmentBulkStatus[] // as declared
