import { effect, type Local, type Made } from '@sync/effect'

import { isOpen, isSigned, type Load, onTruck, type Pallet, settled, takenBack, withdrawn } from './load/load'
import { numberEffects } from './numbers/effects'
import { palletEffects } from './pallet/effects'
import { fromScan } from './scan/fromScan'
import { nobodyLine } from './sign/nobodyLine'

/** The server refuses work on a load that is void, and what was done after its signature; see workable in server/dock. */
async function workable(loads: Local<Load>, id: string, made: Made): Promise<Load | undefined> {
  const load = await loads.get(id)
  if (!load || load.state === 'void') return undefined
  return isSigned(load) && load.signedAt && Date.parse(made.at) >= Date.parse(load.signedAt) ? undefined : load
}

/** The pallet that is meant, by its key or by what was scanned, if it is of this load. */
async function meant(
  pallets: Local<Pallet>,
  { ShipmentId, PalletId, Lpn }: { ShipmentId: string; PalletId?: string; Lpn?: string },
): Promise<Pallet | undefined> {
  const scan = fromScan(Lpn ?? '')
  const found = PalletId
    ? [await pallets.get(PalletId)]
    : scan
      ? [...(await pallets.where('lpn', scan)), ...(await pallets.where('sscc', scan))]
      : []
  const pallet = found.find((p) => p?.shipmentId === ShipmentId)
  return pallet && (!scan || scan === pallet.lpn || scan === pallet.sscc) ? pallet : undefined
}

/** Keeps a pallet, and what follows from it for its load: the count, and that loading has begun. */
async function keep(tables: { dock_shipment: Local<Load>; dock_pallet: Local<Pallet> }, load: Load, was: Pallet, made: Made, now: Pallet) {
  await tables.dock_pallet.put({ ...now, state: settled(now) })
  if (withdrawn(load, made)) await tables.dock_shipment.update(load.id, takenBack(load, made))
  const step = Number(onTruck(now)) - Number(onTruck(was))
  if (step === 0) return
  const state =
    step > 0 && (load.state === 'waiting' || load.state === 'arrived')
      ? 'loading'
      : step < 0 && load.state === 'loaded' // the doors are open again
        ? 'loading'
        : load.state
  await tables.dock_shipment.update(load.id, { state, loadedPallets: Math.max(0, load.loadedPallets + step) })
}

const off = { scannedAt: null, scannedBy: '', device: '' }
const floor = ['dock_shipment', 'dock_pallet'] as const

/** What a person sees at once on the dock. The server's rows replace these guesses when they arrive. */
export const dockEffects = [
  ...numberEffects,
  ...palletEffects,

  effect('DockView/LoadPallet', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (!load || !pallet || onTruck(pallet)) return
    const short = pallet.short === pallet.pieces ? 0 : pallet.short // none of it was there, and now it is
    await keep(tables, load, pallet, made, { ...pallet, short, scannedAt: made.at, scannedBy: made.user, device: made.device })
    await tables.dock_shipment.update(load.id, { workedAt: made.at })
  }),

  effect('DockView/UnloadPallet', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (load && pallet && onTruck(pallet)) await keep(tables, load, pallet, made, { ...pallet, ...off })
  }),

  effect('DockView/NoteShort', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    const { Pieces: short = 0, Note = '' } = args
    if (!load || !pallet || short > pallet.pieces) return
    const finding =
      short > 0
        ? { shortNote: Note, shortPhotos: [...new Set([...pallet.shortPhotos, ...(args.Photos ?? [])])] }
        : { shortNote: '', shortBy: '', shortPhotos: [] }
    await keep(tables, load, pallet, made, { ...pallet, short, ...finding, ...(short === pallet.pieces ? off : {}) })
  }),

  effect('DockView/NoteDamage', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (!load || !pallet) return
    const photos = [...new Set([...pallet.photos, ...(args.Photos ?? [])])]
    await keep(tables, load, pallet, made, {
      ...pallet,
      state: pallet.state === 'over' ? 'over' : 'damaged',
      photos,
      damageNote: args.Note || pallet.damageNote,
    })
  }),

  effect('DockView/NotePallet', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (load && pallet) await keep(tables, load, pallet, made, { ...pallet, note: args.Note ?? '' })
  }),

  effect('DockView/WeighPallet', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (load && pallet) await keep(tables, load, pallet, made, { ...pallet, weight: args.Weight })
  }),

  effect('DockView/NoteLot', floor, async (tables, args, made) => {
    const load = await workable(tables.dock_shipment, args.ShipmentId, made)
    const pallet = await meant(tables.dock_pallet, args)
    if (!load || !pallet) return
    let differs = false // what differs in one thing is refused as a whole
    const one = (has: string, said = '', instead = false) => {
      if (instead || !has) return said
      differs ||= said !== '' && said !== has
      return has
    }
    const now = {
      ...pallet,
      itemCode: one(pallet.itemCode, args.ItemCode),
      lot: one(pallet.lot, args.Lot, args.Instead),
      expiresOn: one(pallet.expiresOn, args.ExpiresOn, args.Instead),
      bestBefore: one(pallet.bestBefore, args.BestBefore, args.Instead),
    }
    if (!differs) await keep(tables, load, pallet, made, now)
  }),

  effect('DockView/TeachLabel', ['dock_label_rule'], ({ dock_label_rule }, args, made) =>
    dock_label_rule.put({
      id: args.RuleId,
      supplier: args.Supplier,
      starts: args.Starts ?? '',
      length: args.Length ?? 0,
      separator: args.Separator ?? '',
      fields: args.Fields ?? 0,
      parts: args.Parts,
      days: args.Days ?? '',
      sample: args.Sample,
      taughtBy: '',
      taughtAt: made.at,
      version: 0,
      scopes: ['org'],
    }),
  ),

  effect('DockView/ForgetLabel', ['dock_label_rule'], ({ dock_label_rule }, { RuleId }) => dock_label_rule.delete(RuleId)),

  effect('DockView/AssignDoor', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Door }, made) => {
    const load = await workable(dock_shipment, ShipmentId, made)
    if (load) await dock_shipment.update(load.id, { door: Door?.trim() ?? '' })
  }),

  effect('DockView/StartLoading', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Door }, made) => {
    const load = await workable(dock_shipment, ShipmentId, made)
    if (!load) return
    const state = load.state === 'waiting' || load.state === 'arrived' ? 'loading' : load.state
    await dock_shipment.update(load.id, { state, door: Door || load.door })
  }),

  effect('DockView/FinishLoading', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Seal, Trailer, Temperature }, made) => {
    const load = await workable(dock_shipment, ShipmentId, made)
    if (!load) return
    const other = (said: string | undefined, known: string) => Boolean(said?.trim()) && said?.trim() !== known
    const changes = load.state !== 'loaded' || other(Seal, load.seal) || other(Trailer, load.trailer)
    await dock_shipment.update(load.id, {
      ...(changes ? takenBack(load, made) : {}),
      state: isSigned(load) ? load.state : 'loaded',
      seal: Seal?.trim() || load.seal,
      trailer: Trailer?.trim() || load.trailer,
      measured: Temperature ?? load.measured,
    })
  }),

  effect('DockView/AgreeTimes', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Released }, made) => {
    const load = await dock_shipment.get(ShipmentId)
    if (!load?.arrivedAt || load.state === 'void' || (Released && !isSigned(load))) return
    await dock_shipment.update(
      load.id,
      Released ? { releaseAgreedAt: load.releaseAgreedAt ?? made.at } : { arrivalAgreedAt: load.arrivalAgreedAt ?? made.at },
    )
  }),

  effect('DockView/NoteNobody', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Nobody, Note }, made) => {
    const load = await dock_shipment.get(ShipmentId)
    if (load && isOpen(load))
      await dock_shipment.update(load.id, { nobody: Nobody ? nobodyLine(Note ?? '') : '', ...takenBack(load, made) })
  }),

  effect('DockView/GetSaveSignature', ['dock_shipment'], async ({ dock_shipment }, args, made) => {
    const load = await dock_shipment.get(args.ShipmentId)
    if (!load || load.state === 'void' || isSigned(load)) return
    if (args.Role === 'shipper') {
      const { Image, Strokes, Consent, Language = 'en', Pieces, Pallets = 0, Digest = '' } = args
      await dock_shipment.update(load.id, {
        certificate: {
          by: args.SignedBy.trim(),
          at: made.at,
          image: Image,
          strokes: Strokes,
          consent: Consent,
          language: Language,
          pieces: Pieces,
          pallets: Pallets,
          digest: Digest,
        },
      })
      return
    }
    await dock_shipment.update(load.id, {
      state: 'signed',
      signedBy: args.SignedBy.trim(),
      signedAt: made.at,
      signature: args.Image,
      strokes: args.Strokes,
      consent: args.Consent,
      digest: args.Digest ?? '',
    })
  }),

  effect('Shipment/UpdateDriverDetails', ['dock_shipment', 'dock_driver'], async ({ dock_shipment, dock_driver }, args, made) => {
    const load = await workable(dock_shipment, args.ShipmentId, made)
    const name = args.Name.trim().replace(/\s+/g, ' ')
    if (!load || !name) return
    const carrier = args.Carrier?.trim().toUpperCase() || load.carrier
    const namesakes = await dock_driver.where('name', name)
    const known =
      (args.DriverId ? await dock_driver.get(args.DriverId) : undefined) ??
      namesakes.find((d) => d.warehouse === load.warehouse && d.carrier === carrier)
    const before = known ?? {
      id: args.DriverId || made.id,
      warehouse: load.warehouse,
      phone: '',
      email: '',
      licence: '',
      licenceFront: '',
      verifiedAt: null,
      addedAt: made.at,
      version: 0,
      scopes: load.scopes,
    }
    const driver = {
      ...before,
      name,
      carrier,
      phone: args.Phone?.trim() || before.phone,
      email: args.Email?.trim() || before.email,
      licence: args.Licence?.trim() || before.licence,
      licenceFront: args.LicenceFront || before.licenceFront,
      verifiedAt: args.Verified ? made.at : before.verifiedAt,
    }
    await dock_driver.put(driver)
    await dock_shipment.update(load.id, {
      driverId: driver.id,
      driverName: driver.name,
      driverPhone: '', // the driver's own row has it
      driverLicence: driver.licence,
      state: load.state === 'waiting' ? 'arrived' : load.state,
      arrivedAt: load.arrivedAt || made.at,
    })
  }),
]
