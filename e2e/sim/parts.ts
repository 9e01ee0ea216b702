import { seeded } from '@sync/testing/world'
import type { Record } from './dock'
import type { Tablet } from './tablet'

/** What a vendor has ready, shipped in parts by the office, from a stream of its own: what is new here leaves the seeds' other fates as they were. */
export function partsOf(seed: number, record: Record) {
  const apart = seeded(seed * 104729)
  /** What a vendor has ready, in parts, until there is no more: the office ships it, of one order or of both, and now and then somebody who may not. */
  const shipPart = (tablet: Tablet): Promise<void> => {
    const of = [['PO-1'], ['PO-2'], ['PO-1', 'PO-2'], ['PO-2', 'PO-1']][Math.floor(apart() * 4)] ?? []
    const [PurchaseId = '', ...OtherPurchaseIds] = of
    return record(tablet, 'Shipment/ShipPurchase', {
      ShipmentId: tablet.work?.outbox.newId() ?? '',
      PurchaseId,
      OtherPurchaseIds,
      Lines: of.map((id) => ({
        PurchaseId: id,
        Line: '1',
        Qty: 1 + Math.floor(apart() * 20),
        Pallets: 1,
        Weight: { milli: 0, unit: 'lb' },
      })),
      ShipOn: '2026-03-02',
    })
  }

  return { shipPart, chance: (p: number) => apart() < p }
}
