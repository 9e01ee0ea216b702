import { keepFile } from '@sync/files'
import { leaseAhead } from '@sync/leaseAhead'
import { NoNumbers } from '@sync/leases'
import { sendFrom } from '@sync/send'
import { Device, until } from './device'

let device: Device

/** The product's own client on a demo load, for what a dock does without a network. */
const floor = {
  async open(userName: string) {
    device = await Device.open(userName)
    await device.bootstrap()
  },
  close: () => device.destroy(),

  /** Builds pallets on the floor until a load has so many, from the numbers that the tablet holds. */
  async fill(load: string, pallets: number): Promise<void> {
    const { client, work } = device
    device.connect()
    for (let n = await work.cache.db.dock_pallet.where('shipmentId').equals(load).count(); n < pallets; n++) {
      const pallet = { ShipmentId: load, PalletId: work.outbox.newId(), Sscc: '', Description: 'Mixed brushes', Pieces: 12 }
      for (let tries = 0; ; tries++)
        try {
          await sendFrom(client, 'DockView/AddPallet', pallet, { numbers: [{ into: 'Sscc', kind: 'sscc' }] })
          break
        } catch (err) {
          if (!(err instanceof NoNumbers) || tries > 100) throw err
          await leaseAhead(client) // as the dock's own screens do
        }
    }
    await device.push()
  },

  /** Loads and signs without a network, then counts the time until the server has answered for all of it and has the ink. */
  async sign(load: string): Promise<{ pallets: number; record: number; ms: number }> {
    const { client, work } = device
    const pallets = await work.cache.db.dock_pallet.where('shipmentId').equals(load).toArray()
    device.shut()
    const began = performance.now()
    for (const p of pallets) await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: load, PalletId: p.id, Lpn: p.lpn })
    await sendFrom(client, 'DockView/FinishLoading', { ShipmentId: load, Seal: '48213', Trailer: '53021' })
    const ink = (text: string, type: string) => {
      const bytes = new Uint8Array(12_000) // as large as a signature's picture
      new TextEncoder().encodeInto(`${text} ${load}`, bytes)
      return keepFile(client.env, work.outbox, bytes, work.person.id, type)
    }
    await sendFrom(client, 'DockView/GetSaveSignature', {
      ShipmentId: load,
      SignedBy: 'Ada Ortiz',
      Image: await ink('picture', 'image/png'),
      Strokes: await ink('strokes', 'application/json'),
      Role: 'driver',
      Consent: '1',
      Language: 'en',
      Pieces: pallets.reduce((n, p) => n + p.pieces, 0),
      Pallets: pallets.length,
      Digest: '',
    })
    const record = performance.now() - began
    const sent = until(
      () => work.outbox.db.blobs.count(),
      (n) => n === 0,
    )
    const back = performance.now()
    await Promise.all([device.push(), sent])
    const ms = performance.now() - back
    const refused = await work.outbox.db.tray.count()
    if (refused > 0) throw new Error(`${refused} of the load's actions were refused`)
    return { pallets: pallets.length, record, ms }
  },
}

declare global {
  interface Window {
    floor: typeof floor
  }
}

window.floor = floor
