import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { Device } from './browser'
import { visit } from './office'
import { Server } from './server'
import { loaded } from './store'

// A warehouse's floor: a server and a tablet on which somebody of Atlanta's dock is signed in, for all tests of a file.

export let server: Server
export let tablet: Device
export const page = () => tablet.page

/** Gives the file its floor. Its tests stand in an order: what one did is there for the next. With `keeps`, the tablet can be without a network. */
export function onFloor({ keeps = true } = {}) {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    server = new Server()
    await server.start()
    tablet = new Device(server.url, { width: 820, height: 1180 })
    tablet.keeps = keeps
    await tablet.open()
    await tablet.signIn('dock@demo.test')
    if (keeps) await tablet.ready()
    await loaded(page())
  })
  test.afterAll(async () => {
    await tablet?.close()
    await server.remove()
  })
  test.afterEach(async () => {
    if (test.info().errors.length > 0) await page().screenshot({ path: test.info().outputPath('tablet.png') })
    expect(tablet.troubles).toEqual([])
  })
}

export interface Load {
  id: string
  bol: string
  state: string
  door: string
  warehouse: string
  shipOn: string
  loadedPallets: number
  totalPallets: number
  hazmat: string[]
  measured: { milli: number; unit: string }
}
export interface Pallet {
  id: string
  shipmentId: string
  lpn: string
  state: string
  sscc: string
  pieces: number
  weight: { milli: number; unit: string }
  scannedAt: string | null
  lot: string
  expiresOn: string
}
export const as = <T>(user: string, path: string, req: unknown = {}) => server.call(user, path, req) as Promise<T>
export const palletsOf = (load: { id: string }) => as<Pallet[]>('dock@demo.test', 'DockView/GetLpnNumbers', { ShipmentId: load.id })
export const details = (id: string) =>
  as<{ Events: { kind: string; data: Record<string, unknown> }[] }>('office@demo.test', 'Shipment/ShipmentDetails', { ShipmentId: id })
/** Loads of this dock that wait and that nobody has begun, each with more than two pallets. */
export const waiting = async () =>
  (await as<Load[]>('dock@demo.test', 'DockView/GetShipmentList', { States: ['waiting'] })).filter(
    (l) => l.loadedPallets === 0 && l.totalPallets > 2,
  )
const sum = (text: string) => createHash('sha256').update(text).digest('hex')
export const signature = (load: Load, pallets: number) => ({
  ShipmentId: load.id,
  SignedBy: 'Ada Byron',
  Image: sum(`image of ${load.id}`),
  Strokes: sum(`strokes of ${load.id}`),
  Consent: 'test',
  Pieces: 1,
  Pallets: pallets,
})
export const go = (path: string) => visit(page(), path)

/** Chooses how the dock works, as somebody does who stands there. */
export async function settings(label: string, on: boolean) {
  await go('/Mobile')
  await page().getByRole('switch', { name: label }).setChecked(on)
  await page().getByRole('button', { name: 'Save settings' }).click()
  await expect(page().getByText('Dock settings saved.').first()).toBeVisible()
}
