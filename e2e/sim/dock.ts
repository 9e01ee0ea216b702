import { keepFile } from '@sync/files'
import type { OfflineOp } from '@sync/ops'
import type { sendFrom } from '@sync/send'
import { seeded } from '@sync/testing/world'
import type { PackBox, Shipment } from './server'
import type { Tablet } from './tablet'

export type Record = <N extends OfflineOp>(tablet: Tablet, op: N, args: Parameters<typeof sendFrom<N>>[2]) => Promise<void>

interface Around {
  /** The stream that all the rest draws from, too. */
  random: () => number
  boxes: readonly PackBox[]
  record: Record
  /** What else the person on a tablet does, before all that. */
  before(tablet: Tablet): Promise<void>
}

/** What people do at the dock and at the packing table, on tablets that may be offline. */
export function dockOf(seed: number, { random, boxes, record, before }: Around) {
  const pick = (n: number) => Math.floor(random() * n)
  const chance = (p: number) => random() < p
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T // lists here are never empty

  /** At the packing table: a piece in, one out again, a box closed or opened. */
  const pack = (tablet: Tablet): Promise<void> => {
    const { plan: PlanId, box: BoxId, item } = one(boxes)
    const kind = pick(10)
    if (kind < 6) return record(tablet, 'Packing/Scan', { PlanId, BoxId, Code: chance(0.9) ? item : 'SPOON', Count: 1 })
    if (kind < 7) return record(tablet, 'Packing/Scan', { PlanId, BoxId, Code: item, Count: -1 })
    if (kind < 9) return record(tablet, 'Packing/CloseBox', { PlanId, BoxId, Note: chance(0.7) ? 'one broke' : '' })
    return record(tablet, 'Packing/OpenBox', { PlanId, BoxId })
  }

  // A stream of its own: what is new here leaves the seeds' other fates as they were. Few lots and few suppliers, so that two who were offline say different things of the same.
  const labelled = seeded(seed * 15485863)
  const among = <T>(list: readonly T[]): T => list[Math.floor(labelled() * list.length)] as T // lists here are never empty
  const rules: string[] = []
  /** What other labels say: a pallet's lot, and now and then how a supplier writes labels of its own. */
  const label = async (tablet: Tablet, s: Shipment): Promise<void> => {
    const fate = labelled()
    if (fate < 0.1)
      await record(tablet, 'DockView/NoteLot', {
        ShipmentId: s.id,
        PalletId: among(s.pallets),
        Lot: among(['A', 'B']),
        ExpiresOn: among(['', '2027-12-31']),
        Instead: labelled() < 0.2,
      })
    else if (fate < 0.13) {
      const RuleId = tablet.work?.outbox.newId() ?? ''
      const Starts = among(['AC', 'ACME', 'BOLT'])
      rules.push(RuleId)
      await record(tablet, 'DockView/TeachLabel', {
        RuleId,
        Supplier: Starts,
        Starts,
        Length: 0,
        Parts: [{ what: 'lot', field: 0, from: Starts.length, length: 0 }],
        Sample: `${Starts}7781`,
      })
    } else if (fate < 0.15 && rules.length > 0) await record(tablet, 'DockView/ForgetLabel', { RuleId: among(rules) })
  }

  const act = async (tablet: Tablet, s: Shipment): Promise<void> => {
    const ShipmentId = s.id
    await before(tablet)
    await label(tablet, s)
    const PalletId = one(s.pallets)
    const kind = pick(23)
    if (kind >= 20) return pack(tablet)
    if (kind < 7) return record(tablet, 'DockView/LoadPallet', { ShipmentId, PalletId, Lpn: '' })
    if (kind < 9) return record(tablet, 'DockView/UnloadPallet', { ShipmentId, PalletId, Lpn: '' })
    if (kind < 11)
      return record(tablet, 'DockView/NoteShort', { ShipmentId, PalletId, Lpn: '', Pieces: pick(14), Note: chance(0.5) ? 'torn' : '' })
    if (kind < 12) return record(tablet, 'DockView/StartLoading', { ShipmentId, Door: String(1 + pick(9)) })
    // Few doors, so that two dispatchers who were offline mean the same one; and now and then none.
    if (kind < 13) return record(tablet, 'DockView/AssignDoor', { ShipmentId, Door: one(['', '01', '02', '03']) })
    if (kind < 14) return record(tablet, 'DockView/FinishLoading', { ShipmentId, Seal: `UL-${pick(99)}`, Trailer: '533182', Left: pick(6) })
    if (kind < 15)
      return record(tablet, 'Shipment/UpdateDriverDetails', {
        ShipmentId,
        DriverId: tablet.work?.outbox.newId() ?? '',
        Name: one(['Luis Ortega', 'Ana Beltrán', 'Jean Côté']),
        Licence: 'TX 1234',
        LicenceFront: '',
        Verified: true,
        Phone: '',
        Email: '',
        Carrier: '',
      })
    const { work } = tablet
    if (!work) return
    const picture = async () => {
      const bytes = new Uint8Array(40 + pick(400)).fill(pick(256))
      const hash = await keepFile(tablet.client.env, work.outbox, bytes, work.person.id, 'image/png')
      tablet.files.add(hash)
      return hash
    }
    if (kind < 18) return record(tablet, 'DockView/NoteDamage', { ShipmentId, PalletId, Lpn: '', Photos: [await picture()], Note: '' })
    const ink = await picture()
    return record(tablet, 'DockView/GetSaveSignature', {
      ShipmentId,
      SignedBy: `Driver ${pick(9)}`,
      Image: ink,
      Strokes: ink,
      Role: 'driver',
      Consent: '1',
      Language: 'en',
      Pieces: s.pieces,
      Pallets: s.pallets.length,
      Digest: '',
      Emails: '',
    })
  }

  return { act }
}
