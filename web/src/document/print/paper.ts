import { local } from '@sync/client'
import { type BillSignature, compose, responderOf } from '../compose'
import { billDigest } from '../digest'
import { makeLabels } from '../label'
import { cartons, makePacking } from '../packing'
import { loaded, standing, stowed, went } from '../stow'
import type { Paper } from './agent'
import type { PaperKind } from './batch'

/** What the dock adds to a paper: what is not as the bill says, in its words, and the signature where one was given on this device. */
export interface FromDock {
  exceptions: string[]
  signature?: BillSignature | undefined
}

/** Makes a paper from what is on the device, as the server would: nothing where a row that it needs is not here. */
export async function localPaper(shipmentId: string, kind: PaperKind, { exceptions, signature }: FromDock): Promise<Paper | undefined> {
  const db = local()
  const shipment = await db.shipment.get(shipmentId)
  if (!shipment) return undefined
  if (kind === 'bol') {
    if (!shipment.bol) return undefined
    const load = await db.dock_shipment.get(shipmentId)
    const over = load && ['loaded', 'signed', 'left'].includes(load.state)
    const pallets = over ? await palletsOf(db, shipmentId) : []
    const bill = compose(shipment, {
      trailer: load?.trailer ?? '',
      seal: load?.seal ?? '',
      exceptions,
      pallets: stowed(pallets),
      laid: over && load.laid,
      version: load?.billVersion,
      correction: load?.correction,
      responder: responderOf(await db.org_setup.get('setup')),
    })
    // Nobody's name is set under a text that is not the one that was signed.
    const signed = signature && (await billDigest(bill)) === signature.digest
    if (!signed && (load?.state === 'signed' || load?.state === 'left')) return undefined // the server has the signed one; there is no unsigned twin beside it
    return { kind, name: `BOL-${shipment.bol}.pdf`, bill: { ...bill, signatures: signed ? [signature] : [] } }
  }
  const pallets = await palletsOf(db, shipmentId)
  switch (kind) {
    case 'packing-list': {
      const load = await db.dock_shipment.get(shipmentId)
      const over = load && ['loaded', 'signed', 'left'].includes(load.state) && (pallets.length > 0 || load.laid) // it lists what went
      const items = over
        ? loaded(shipment.planned?.length ? shipment.planned : shipment.items, stowed(pallets), load.laid)
        : standing(shipment.items, shipment.planned)
      return {
        kind,
        name: `PackingList-${shipment.number}.pdf`,
        packing: makePacking({ ...shipment, items }, over ? went(pallets) : pallets),
      }
    }
    case 'pallet-label':
      if (pallets.length === 0) return undefined
      return { kind, name: `PalletLabels-${shipment.number}`, labels: makeLabels('pallet', shipment, pallets) }
    case 'parcel-label': {
      const labels = makeLabels('parcel', shipment, cartons(shipment))
      return labels.length > 0 ? { kind, name: `ParcelLabels-${shipment.number}`, labels } : undefined
    }
    default:
      return undefined
  }
}

const palletsOf = async (db: ReturnType<typeof local>, shipmentId: string) =>
  (await db.dock_pallet.where('shipmentId').equals(shipmentId).toArray()).sort((a, b) => (a.lpn < b.lpn ? -1 : 1))
