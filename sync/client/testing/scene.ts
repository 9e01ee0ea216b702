import { afterEach, beforeEach, expect } from 'vitest'
import type { Client } from '../client'
import { sendFrom } from '../send'
import { type TestDevice, World } from './world'

/** The world of the test that runs, with one tablet in it. */
export let world: World
export let device: TestDevice

beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
})
afterEach(() => world.close())

export function work(c: Client) {
  if (!c.work) throw new Error('nobody is signed in')
  return c.work
}

export const shipment = async (c: Client, id = 'S1') => work(c).cache.db.dock_shipment.get(id)
export const pallet = async (c: Client, id: string) => work(c).cache.db.dock_pallet.get(id)
export function server(entity: string, key: string) {
  const row = world.server.get(entity, key)
  if (!row) throw new Error(`no ${entity} ${key}`)
  return row
}
export const ledger = (c: Client) => work(c).outbox.ledger()
export const load = (c: Client, n: number, s = 'S1') =>
  sendFrom(c, 'DockView/LoadPallet', { ShipmentId: s, PalletId: `${s}P${n}`, Lpn: '' })
export const signature = {
  ShipmentId: 'S1',
  SignedBy: '',
  Image: '',
  Strokes: '',
  Role: 'driver',
  Consent: '',
  Language: 'en',
  Pieces: 1,
  Pallets: 1,
  Digest: '',
}
export const sign = (c: Client, who = 'Ada', s = 'S1') =>
  sendFrom(c, 'DockView/GetSaveSignature', { ...signature, ShipmentId: s, SignedBy: who })

export async function ready(d = device, userName?: string): Promise<Client> {
  const c = await d.signedIn(userName)
  await world.until(async () => (await work(c).cache.state()).complete)
  return c
}

export async function drained(c: Client): Promise<void> {
  await world.until(async () => {
    const l = await ledger(c)
    const { version } = await work(c).cache.state()
    return l.waiting === 0 && version === world.server.version && (await work(c).cache.db._overlay.count()) === 0
  })
  const l = await ledger(c)
  expect(l.recorded).toBe(l.settled + l.waiting)
}

export async function same(c: Client): Promise<void> {
  for (const [id, stored] of world.server.rows) {
    const [entity = '', key = ''] = id.split('/')
    const row = await work(c).cache.table(entity).get(key)
    if (!stored.scopes.some((s) => world.server.scopes.includes(s))) expect(row).toBeUndefined()
    else expect(row).toMatchObject(stored.row)
  }
  expect(await work(c).cache.db._base.count()).toBe(0)
}

export const isPush = (path: string) => path === '/api/sync/push'
