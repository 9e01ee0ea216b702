import { type Client, use } from '@sync/client'
import { World } from '@sync/testing/world'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Load, onTruck, type Pallet } from '../load/load'
import { atHand } from '../loading/atHand'
import { anyWaits } from '../lot/any'
import { aLoad, aPallet } from '../testing/rows'
import { type Told, useScanner } from './useScanner'

const sscc = '106141411234567897'

let world: World
let client: Client
let near: { load: Load; pallets: Pallet[] }
beforeEach(async () => {
  world = new World()
  world.server.put('dock_shipment', { ...aLoad() })
  for (const n of [1, 2, 3]) world.server.put('dock_pallet', { ...aPallet({ id: `P${n}`, lpn: `LPN-${n}`, sscc: n === 3 ? sscc : '' }) })
  const device = world.device()
  client = await device.signedIn()
  use(client)
  await world.until(async () => (await work().cache.state()).complete)
  device.link = () => () => Promise.reject(new TypeError('offline'))
  const { db } = work().cache
  near = { load: (await db.dock_shipment.get('S1')) as Load, pallets: await db.dock_pallet.where('shipmentId').equals('S1').toArray() }
})
afterEach(() => {
  localStorage.clear()
  return world.close()
})

function work() {
  if (!client.work) throw new Error('nobody is signed in')
  return client.work
}

function scanner(look = () => {}) {
  const told: Told[] = []
  const tell = (t: Told) => {
    look()
    told.push(t)
  }
  const { result } = renderHook(() => useScanner('S1', tell, (text) => atHand(text, near.load, near.pallets)))
  return { told, take: result.current }
}

const shown = () => work().cache.db.dock_pallet.filter(onTruck).count()

it('tells of a scan when it is kept, and has the rows show it behind that', async () => {
  const writes = vi.spyOn(work().cache.db, 'transaction')
  let begun: number | undefined
  const { take, told } = scanner(() => {
    begun = writes.mock.calls.length
  })
  take('LPN-1')
  await vi.waitFor(() => expect(told.map((t) => t.kind)).toEqual(['load']))
  expect(begun).toBe(0)
  expect((await work().outbox.ledger()).waiting).toBe(1)
  await vi.waitFor(async () => expect(await shown()).toBe(1))
})

it('takes the scans of a burst one after the other, and a second one of the same label as such', async () => {
  const { take, told } = scanner()
  for (const label of ['LPN-1', 'LPN-2', 'LPN-1', 'LPN-3', 'XYZ-1', 'LPN-3']) take(label)
  await vi.waitFor(() => expect(told.map((t) => t.kind)).toEqual(['load', 'load', 'again', 'load', 'unknown', 'again']))
  await vi.waitFor(async () => expect(await shown()).toBe(3))
  expect((await work().outbox.ledger()).recorded).toBe(3)
})

it('says of a scan that could not be kept that it has not happened', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(work().outbox, 'append').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const { take, told } = scanner()
  take('LPN-1')
  take('LPN-1')
  await vi.waitFor(() => expect(told.map((t) => t.kind)).toEqual(['lost', 'load']))
  expect((await work().outbox.ledger()).recorded).toBe(1)
})

it.each([
  [`]C100${sscc}10A12`, { Lot: 'A12' }],
  [`00${sscc}17271231`, { ExpiresOn: '2027-12-31' }],
  [`(00)${sscc}(10)A`, { Lot: 'A' }],
  [`]C100${sscc}`, undefined],
])('reads all that the pallet’s own label says: %s', async (label, says) => {
  const kept = vi.spyOn(work().outbox, 'append')
  const { take, told } = scanner()
  take(label)
  await vi.waitFor(() => expect(told.map((t) => t.kind)).toEqual(['load']))
  const [loaded, noted, ...more] = kept.mock.calls.map(([draft]) => draft)
  expect(loaded).toMatchObject({ op: 'DockView/LoadPallet', args: { PalletId: 'P3', Lpn: sscc } })
  if (says) expect(noted).toMatchObject({ op: 'DockView/NoteLot', args: { PalletId: 'P3', ...says } })
  else expect(noted).toBeUndefined()
  expect(more).toEqual([])
})

it('answers at once again after a pallet was scanned twice', async () => {
  const { take, told } = scanner()
  for (const label of ['LPN-1', 'LPN-1']) take(label)
  await vi.waitFor(() => expect(told.map((t) => t.kind)).toEqual(['load', 'again']))
  expect(anyWaits()).toBe(false)
})

it('says of a lot that could not be kept just that: its pallet is on the trailer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { outbox } = work()
  const append = outbox.append.bind(outbox)
  let full = true
  vi.spyOn(outbox, 'append').mockImplementation((draft) =>
    full && draft.op === 'DockView/NoteLot' ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : append(draft),
  )
  const { take, told } = scanner()
  take(`]C100${sscc}10A12`)
  await vi.waitFor(() => expect(told).toMatchObject([{ kind: 'load', code: sscc, unkept: { lot: 'A12' } }]))
  expect((await outbox.ledger()).recorded).toBe(1)
  full = false
  take(`]C100${sscc}10A12`)
  await vi.waitFor(() => expect(told[1]).toMatchObject({ kind: 'again', facts: { lot: 'A12' } }))
  expect(told[1]).not.toHaveProperty('unkept')
  expect((await outbox.ledger()).recorded).toBe(2)
})
