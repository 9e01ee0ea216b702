import { Client, type Work } from '@sync/client'
import type { Env } from '@sync/env'
import { giveBack, leaseAhead } from '@sync/leaseAhead'
import { leftOf, NoNumbers } from '@sync/leases'
import { memoryChannels, memoryLocks } from '@sync/memory'
import type { Mutation } from '@sync/mutation'
import { sendFrom } from '@sync/send'
import { dockEffects } from '@sync/testing/world'
import { IDBKeyRange as FakeKeyRange, IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Server } from '../kit/server'
import { Jar } from './jar'

// Three tablets that are offline for a shift number pallets, five thousand in the soak; the built server judges every number afterwards.
const each = process.env.LADING_SOAK ? 1_667 : 400
const server = new Server()
const clients: Client[] = []
beforeAll(() => server.start())
afterAll(async () => {
  for (const c of clients) await c.stop()
  await server.remove()
})

interface Tablet {
  client: Client
  work: Work
  link: { cut: boolean }
  loads: string[]
}

async function tablet(): Promise<Tablet> {
  const link = { cut: false }
  const online = new Jar().fetch(() => server.url)
  const env: Env = {
    clock: {
      now: () => Date.now(),
      elapsed: () => performance.now(),
      setTimeout: (f, ms) => setTimeout(f, ms),
      clearTimeout: (h) => clearTimeout(h as NodeJS.Timeout),
    }, // it is what setTimeout gave
    random: Math.random,
    subtle: crypto.subtle,
    visible: () => true,
    fetch: (path, init) => (link.cut ? Promise.reject(new TypeError('offline')) : online(path, init)),
    indexedDB: new IDBFactory() as unknown as IDBFactory,
    IDBKeyRange: FakeKeyRange as unknown as Env['IDBKeyRange'],
    channel: memoryChannels(),
    locks: memoryLocks(),
  }
  const client = await Client.start({ env, effects: dockEffects, live: false, deviceName: () => 'Dock', build: 'numbers' })
  clients.push(client)
  await client.session.signIn('dock@demo.test', 'lading-demo')
  await client.follow()
  const { work } = client
  if (!work) throw new Error('nobody is signed in', { cause: client.failure })
  await until(async () => (await work.cache.state()).complete)
  const loads = (await work.cache.db.dock_shipment.toArray()).filter((s) => s.state === 'waiting').map((s) => s.id)
  await leaseAhead(client)
  return { client, work, link, loads }
}

async function until(what: () => boolean | Promise<boolean>, within = 120_000): Promise<void> {
  for (const end = Date.now() + within; !(await what()); ) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`)
    await new Promise((r) => setTimeout(r, 20))
  }
}

const add = ({ client, work, loads }: Tablet, i: number): Promise<Mutation> =>
  sendFrom(
    client,
    'DockView/AddPallet',
    {
      ShipmentId: loads[i % loads.length] ?? '',
      PalletId: work.outbox.newId(),
      Sscc: '',
      Description: 'Mixed goods',
      Pieces: 1,
      Over: true,
    },
    { numbers: [{ into: 'Sscc', kind: 'sscc' }] },
  )

/** The check digit by the book, apart from the code under test. */
const valid = (sscc: string) =>
  /^\d{18}$/.test(sscc) && [...sscc].reverse().reduce((sum, d, i) => sum + Number(d) * (i % 2 === 1 ? 3 : 1), 0) % 10 === 0

it('three tablets, offline for a shift, number their pallets: all valid, none twice, all taken', async () => {
  const tablets = [await tablet(), await tablet(), await tablet()]
  for (const t of tablets) t.link.cut = true
  const began = performance.now()
  const given = (
    await Promise.all(
      tablets.map(async (t) => {
        const numbers: string[] = []
        for (let i = 0; i < each; i++) numbers.push(String((await add(t, i)).args.Sscc))
        return numbers
      }),
    )
  ).flat()
  const issuing = performance.now() - began
  expect(given).toHaveLength(3 * each)
  expect(new Set(given).size).toBe(3 * each)
  expect(given.filter((n) => !valid(n))).toEqual([])

  for (const t of tablets) {
    t.link.cut = false
    t.work.engine.nudge('online')
  }
  await until(async () => (await Promise.all(tablets.map((t) => t.work.outbox.waitingCount()))).every((n) => n === 0))
  for (const t of tablets) expect(await t.work.outbox.trayOf(t.work.person.id)).toEqual([])
  const loads = [...new Set(tablets.flatMap((t) => t.loads))]
  const known: string[] = []
  for (const ShipmentId of loads)
    known.push(
      ...((await server.call('office@demo.test', 'DockView/GetLpnNumbers', { ShipmentId })) as { sscc: string }[]).map((p) => p.sscc),
    )
  expect(new Set(known).size).toBe(known.length)
  const there = new Set(known)
  expect(given.filter((n) => !there.has(n))).toEqual([])
  console.log(
    `${given.length} numbers in ${Math.round(issuing)} ms on three devices, all on the server ${Math.round(performance.now() - began)} ms after the first`,
  )
}, 300_000)

it('a tablet that has used up its block is told so, and goes on after the next contact; one that is returned gives back the rest', async () => {
  const t = await tablet()
  const { device } = await t.work.outbox.queue()
  const left = async () => leftOf(await t.work.outbox.leases(), device, 'bol')
  const bill = (i: number) =>
    sendFrom(
      t.client,
      'DockView/UpdateShipmentDetails',
      { ShipmentId: t.loads[i % t.loads.length] ?? '' },
      { numbers: [{ into: 'BolNumber', kind: 'bol' }] },
    )
  t.link.cut = true
  const whole = await left()
  expect(whole).toBe(200)
  const { outbox } = t.work
  const seen = new Set<unknown>()
  for (let i = 0; i < whole; i++) seen.add((await bill(i)).args.BolNumber)
  expect(seen.size).toBe(whole)
  const waiting = await outbox.waitingCount()
  await expect(bill(0)).rejects.toBeInstanceOf(NoNumbers)
  expect(await outbox.waitingCount()).toBe(waiting)

  t.link.cut = false
  t.work.engine.nudge('online')
  await leaseAhead(t.client)
  expect(await left()).toBe(200)
  await bill(0)
  const before = (await outbox.leases()).filter((l) => l.device === device && l.kind === 'bol' && l.next <= l.last)
  await giveBack(t.client)
  expect(await left()).toBe(0)
  await until(async () => (await outbox.waitingCount()) === 0)
  expect(await outbox.trayOf(t.work.person.id)).toEqual([])
  const next = await tablet()
  const [mine] = (await next.work.outbox.leases()).filter((l) => l.kind === 'bol')
  expect(mine?.first).toBe(before[0]?.next) // what came back is given out first
}, 120_000)
