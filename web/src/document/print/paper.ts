import { local } from '@sync/client'
import { compose } from '../compose'
import { makeLabels } from '../label'
import type { Paper } from './agent'
import type { PaperKind } from './batch'

/** Makes a paper from what is on the device, as the server would: nothing where a row that it needs is not here. Exceptions are the dock's to word. */
export async function localPaper(shipmentId: string, kind: PaperKind, exceptions: string[]): Promise<Paper | undefined> {
  const db = local()
  const shipment = await db.shipment.get(shipmentId)
  if (!shipment) return undefined
  if (kind === 'bol') {
    if (!shipment.bol) return undefined
    const load = await db.dock_shipment.get(shipmentId)
    const bill = compose(shipment, { trailer: load?.trailer ?? '', seal: load?.seal ?? '', exceptions })
    return { kind, name: `BOL-${shipment.bol}.pdf`, bill }
  }
  if (kind !== 'pallet-label') return undefined
  const pallets = (await db.dock_pallet.where('shipmentId').equals(shipmentId).toArray()).sort((a, b) => (a.lpn < b.lpn ? -1 : 1))
  if (pallets.length === 0) return undefined
  return { kind, name: `PalletLabels-${shipment.number}`, labels: makeLabels('pallet', shipment, pallets) }
}
