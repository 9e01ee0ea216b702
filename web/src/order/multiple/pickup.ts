import type { Sheet } from '@/kit/grid/sheet'
import { submit } from '@/kit/remote/submit'
import type { Row } from './shipments'

const times = ['shipOn', 'from', 'to']

/** Shipments whose pickup was changed in the grid, and whether what was typed can be saved. */
export const changedPickups = (sheet: Sheet<Row>) =>
  sheet.touched
    .filter((id) => times.some((k) => sheet.isEdited(id, k)))
    .map((id) => ({ id, good: !sheet.isGone(id) && times.every((k) => !sheet.fault(id, k) && !sheet.clash(id, k)) }))

/** Saves changed pickups through the outbox. A choice of a carrier is not saved: it goes with the scheduling. */
export async function savePickups(sheet: Sheet<Row>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const typed = sheet.typed()
    await submit('Shipment/UpdateSchedule', {
      ShipmentId: id,
      ShipOn: sheet.text(id, 'shipOn'),
      PickupByFromTime: sheet.text(id, 'from'),
      PickupByToTime: sheet.text(id, 'to'),
      DaySeen: false, // a weekend or a holiday is confirmed where one shipment's pickup is changed
    })
    const carrier = sheet.isEdited(id, 'carrier') ? sheet.text(id, 'carrier') : undefined
    sheet.forget([id], typed)
    if (carrier !== undefined) sheet.put([{ id, key: 'carrier', text: carrier }])
  }
}
