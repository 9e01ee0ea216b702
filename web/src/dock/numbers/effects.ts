import { effect } from '@sync/effect'
import { isOpen, takenBack } from '../load/load'
import { holds } from './holds'

const none = { milli: 0, unit: '' }

/** The short number that people read out: the end of the pallet's SSCC (lpn in server/dock/shipment.go). */
export const lpnOf = (sscc: string) => `LPN-${sscc.slice(-10)}`

/** What a person sees at once of a pallet built, labelled or a number corrected on the floor. */
export const numberEffects = [
  effect(
    'DockView/AddPallet',
    ['dock_shipment', 'dock_pallet', 'shipment'],
    async ({ dock_shipment, dock_pallet, shipment }, args, made) => {
      const load = await dock_shipment.get(args.ShipmentId)
      if (!load || !isOpen(load) || (await dock_pallet.get(args.PalletId))) return
      const whole = await shipment.get(load.id)
      const held = holds((whole?.planned?.length ? whole.planned : whole?.items) ?? [], { ...args, Description: args.Description.trim() })
      await dock_pallet.put({
        id: args.PalletId,
        shipmentId: load.id,
        warehouse: load.warehouse,
        lpn: lpnOf(args.Sscc),
        sscc: args.Sscc,
        description: args.Description.trim(),
        pieces: args.Pieces,
        weight: args.Weight ?? none,
        state: held.over ? 'over' : 'staged',
        short: 0,
        note: '',
        photos: [],
        damageNote: '',
        damageBy: '',
        shortNote: '',
        shortBy: '',
        shortPhotos: [],
        contents: held.contents,
        scannedAt: null,
        scannedBy: '',
        device: '',
        itemCode: held.itemCode,
        length: none,
        width: none,
        height: none,
        lot: '',
        expiresOn: '',
        bestBefore: '',
        version: 0,
        scopes: load.scopes,
      })
      await dock_shipment.update(load.id, { totalPallets: load.totalPallets + 1, ...takenBack(load, made) })
    },
  ),

  effect(
    'DockView/LabelPallet',
    ['dock_pallet', 'dock_shipment'],
    async ({ dock_pallet, dock_shipment }, { ShipmentId, PalletId, Sscc }, made) => {
      const pallet = await dock_pallet.get(PalletId)
      if (pallet?.shipmentId !== ShipmentId) return
      const follows = pallet.lpn === '' || (pallet.sscc !== '' && pallet.lpn === lpnOf(pallet.sscc))
      await dock_pallet.update(pallet.id, { sscc: Sscc, lpn: follows ? lpnOf(Sscc) : pallet.lpn })
      const load = await dock_shipment.get(ShipmentId)
      if (load) await dock_shipment.update(load.id, takenBack(load, made))
    },
  ),

  effect('DockView/UpdateShipmentDetails', ['dock_shipment', 'shipment', 'carrier'], async (tables, args, made) => {
    const load = await tables.dock_shipment.get(args.ShipmentId)
    if (!load || !isOpen(load)) return
    const scac = args.CarrierScac?.trim().toUpperCase() || load.carrier
    const changed = scac !== load.carrier
    const now = {
      bol: args.BolNumber?.trim() || load.bol,
      pro: args.ProNumber?.trim().toUpperCase() || (changed ? '' : load.pro), // a PRO number is its carrier's own
      carrier: scac,
      carrierName: changed ? ((await tables.carrier.get(scac))?.name ?? scac) : load.carrierName,
    }
    const other = now.bol !== load.bol || now.pro !== load.pro || changed
    await tables.dock_shipment.update(load.id, { ...now, ...(other ? takenBack(load, made) : {}) })
    await tables.shipment.update(load.id, now) // the bill is made from it
  }),
]
