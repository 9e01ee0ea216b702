import { afterEach, expect, it, vi } from 'vitest'
import type { WarehouseSlotLease } from './gen/api'
import { admitTruck, heldSlots, leaseSlots, NoSlot } from './slotLeases'
import { type Fetch, World } from './testing/world'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const minutes = (n: number) => n * 60_000
const lease = (n: number, forMinutes = 120): WarehouseSlotLease => ({
  LeaseId: `01M8ES9MGF1DKZ13AZ3RDY53${String(n).padStart(2, '0')}`,
  Door: String(n),
  Directions: ['inbound', 'outbound'],
  Minutes: 60,
  AdmitFor: minutes(forMinutes),
})

/** A tablet at a gate, whose server gives it what a test says. */
async function gate(...given: WarehouseSlotLease[]) {
  const world = new World()
  worlds.push(world)
  const device = world.device()
  const server = {
    leases: given,
    most: given.length,
    known: [] as string[],
    asked: [] as { Used: string[]; Returns: boolean; key: string }[],
    lost: false,
  }
  const link =
    (next: Fetch): Fetch =>
    async (path, init) => {
      if (!path.endsWith('Warehouse/LeaseSlots')) return next(path, init)
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? ''
      server.asked.push({ ...JSON.parse(String(init?.body)), key })
      if (server.lost) throw new TypeError('offline')
      const now = new Date(world.clock.now()).toISOString()
      return new Response(
        JSON.stringify({ now, zone: 'America/New_York', most: server.most, leases: server.leases, known: server.known }),
        {
          headers: { 'Content-Type': 'application/json', 'Lading-Protocol': '1' },
        },
      )
    }
  device.link = link
  const client = await device.signedIn()
  await world.until(async () => (await client.work?.outbox.queue())?.enrolled === true)
  return { world, device, server, client, link }
}

const truck = (id: string, more: object = {}) => ({
  AdmissionId: id.padStart(26, '0'),
  WarehouseId: 'ATL',
  Direction: 'inbound' as const,
  DriverName: 'Luis Vega',
  Carrier: 'Estes',
  LicensePlate: 'GA 4471',
  ...more,
})

it('a door is used once, by whichever tab comes first, and the action says when by the time that has passed', async () => {
  const { world, client, server } = await gate(lease(1), lease(2))
  const began = world.clock.now()
  expect(await leaseSlots('ATL', client)).toBe(2)
  expect((await heldSlots('ATL', client)).free.map((f) => [f.slot.Door, f.left])).toEqual([
    ['1', minutes(120)],
    ['2', minutes(120)],
  ])
  expect((await heldSlots('DAL', client)).free).toEqual([])
  world.clock.run(minutes(30))
  world.clock.jump(-minutes(600)) // somebody sets the clock back
  const both = await Promise.allSettled([
    admitTruck(lease(1).LeaseId, truck('1'), client),
    admitTruck(lease(1).LeaseId, truck('2'), client),
  ])
  expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((b) => b.status === 'rejected')?.reason).toBeInstanceOf(NoSlot)
  const [first, ...more] = (await client.work?.outbox.db.mutations.toArray()) ?? []
  expect(more).toEqual([])
  expect(first?.args).toMatchObject({
    ByClock: true,
    Door: '1',
    LeaseId: lease(1).LeaseId,
    AdmittedAt: new Date(began + minutes(30)).toISOString(),
  })
  await expect(admitTruck(lease(3).LeaseId, truck('3'), client)).rejects.toBeInstanceOf(NoSlot) // never given
  const held = await heldSlots('ATL', client)
  expect(held.free.map((f) => f.slot.Door)).toEqual(['2'])
  expect(held.used.map((u) => u.used?.plate)).toEqual(['GA 4471'])

  // The server, which has not heard of it, lists the door among ours: it is used all the same.
  expect(await leaseSlots('ATL', client)).toBe(2)
  expect(server.asked.at(-1)?.Used).toEqual([lease(1).LeaseId])
  expect((await heldSlots('ATL', client)).free.map((f) => f.slot.Door)).toEqual(['2'])
})

it('the same admission, tried again after its tab died between the two writes, has its door still', async () => {
  const { client, world } = await gate(lease(1))
  await leaseSlots('ATL', client)
  const outbox = client.work?.outbox
  if (!outbox) throw new Error('nobody is signed in')
  const append = outbox.append.bind(outbox)
  outbox.append = () => Promise.reject(new DOMException('the tab died', 'AbortError'))
  await expect(admitTruck(lease(1).LeaseId, truck('1'), client)).rejects.toThrow('the tab died')
  outbox.append = append
  await expect(admitTruck(lease(1).LeaseId, truck('2'), client)).rejects.toBeInstanceOf(NoSlot)
  world.clock.run(minutes(40)) // the truck stands there since
  const slot = await admitTruck(lease(1).LeaseId, truck('1'), client)
  const [m] = await outbox.db.mutations.toArray()
  expect(m?.args.AdmittedAt).toBe(slot.used?.at)
  expect(Date.parse(slot.used?.at ?? '')).toBeLessThan(world.clock.now() - minutes(39))
})

it('says whether the clock alone told when a truck came', async () => {
  const { client, world, device, link } = await gate(lease(1), lease(2))
  await leaseSlots('ATL', client)
  world.clock.run(minutes(30))
  await admitTruck(lease(1).LeaseId, truck('1'), client)
  await client.stop()
  device.link = link
  const next = await device.tab()
  await admitTruck(lease(2).LeaseId, truck('2'), next) // no page watched for a moment
  const said = (await next.work?.outbox.db.mutations.orderBy('n').toArray()) ?? []
  expect(said.map((m) => m.args.ByClock)).toEqual([false, true])
})

it('runs out by the time that has passed, and by the clock where no page watched', async () => {
  const { world, device, client, link } = await gate(lease(1), lease(2, 200))
  await leaseSlots('ATL', client)
  world.clock.run(minutes(119))
  expect((await heldSlots('ATL', client)).free).toHaveLength(2)
  world.clock.run(minutes(1))
  expect((await heldSlots('ATL', client)).free.map((f) => f.slot.Door)).toEqual(['2'])
  await expect(admitTruck(lease(1).LeaseId, truck('1'), client)).rejects.toBeInstanceOf(NoSlot)

  // A clock that is set forward ends it too early, never too late.
  world.clock.jump(minutes(70))
  expect((await heldSlots('ATL', client)).free.map((f) => f.left)).toEqual([minutes(10)])
  // Another page goes on from there; where the clock was set back in between nobody can tell how long that was.
  await client.stop()
  device.link = link
  const next = await device.tab()
  expect((await heldSlots('ATL', next)).free.map((f) => f.left)).toEqual([minutes(10)])
  await next.stop()
  world.clock.jump(-minutes(30))
  const last = await device.tab()
  expect((await heldSlots('ATL', last)).free).toEqual([])
})

it('asks under a new key each time, since an answer of then would be about a time that is over', async () => {
  const { client, server } = await gate(lease(1))
  server.lost = true
  await expect(leaseSlots('ATL', client)).rejects.toThrow()
  server.lost = false
  await leaseSlots('ATL', client)
  expect(server.asked).toHaveLength(2)
  expect(new Set(server.asked.map((a) => a.key)).size).toBe(2)
  expect(server.asked.every((a) => a.key !== '')).toBe(true)
})

it('forgets what it gives back before the server hears of it, and what the server does not name any more', async () => {
  const { client, server } = await gate(lease(1), lease(2))
  await leaseSlots('ATL', client)
  server.leases = [lease(2)]
  await leaseSlots('ATL', client)
  expect((await heldSlots('ATL', client)).free.map((f) => f.slot.Door)).toEqual(['2'])
  server.lost = true
  await expect(leaseSlots('ATL', client, true)).rejects.toThrow()
  expect(server.asked.at(-1)?.Returns).toBe(true)
  expect((await heldSlots('ATL', client)).free).toEqual([])
})

it('a form whose tab died after the truck was written is that truck again, or another one under an id of its own', async () => {
  const { client } = await gate(lease(1), lease(2), lease(3))
  await leaseSlots('ATL', client)
  const outbox = client.work?.outbox
  if (!outbox) throw new Error('nobody is signed in')
  const said: Record<string, unknown>[] = []
  const append = outbox.append.bind(outbox)
  outbox.append = (draft) => {
    said.push({ ...draft.args })
    return append(draft)
  }
  await admitTruck(lease(1).LeaseId, truck('1'), client)
  const again = await admitTruck(lease(2).LeaseId, truck('1', { LicensePlate: 'ga-4471' }), client) // sent once more: it stands at its door
  expect(again.Door).toBe('1')
  const other = await admitTruck(lease(2).LeaseId, truck('1', { LicensePlate: 'TX 999' }), client) // typed over it
  expect(other.Door).toBe('2')
  await expect(admitTruck(lease(1).LeaseId, truck('1', { LicensePlate: 'TX 998' }), client)).rejects.toBeInstanceOf(NoSlot)
  expect(said.map((a) => [a.LicensePlate, a.Door])).toEqual([
    ['GA 4471', '1'],
    ['ga-4471', '1'],
    ['TX 999', '2'],
  ])
  expect(said[1]?.AdmissionId).toBe(said[0]?.AdmissionId)
  expect(said[2]?.AdmissionId).not.toBe(said[0]?.AdmissionId)
  expect((await heldSlots('ATL', client)).used.map((u) => u.used?.id).sort()).toEqual([said[0]?.AdmissionId, said[2]?.AdmissionId].sort())
})

it('an answer to what was asked before the doors were given back gives none', async () => {
  const { client, device, link } = await gate(lease(1))
  let answer = () => {}
  const waits = new Promise<void>((go) => {
    answer = go
  })
  let asked = 0
  device.link = (next) => {
    const linked = link(next)
    return async (path, init) => {
      const got = await linked(path, init)
      if (path.endsWith('Warehouse/LeaseSlots') && ++asked === 1) await waits
      return got
    }
  }
  const asking = leaseSlots('ATL', client)
  await vi.waitFor(() => expect(asked).toBe(1))
  await leaseSlots('ATL', client, true)
  answer()
  await asking
  expect((await heldSlots('ATL', client)).free).toEqual([])
  await leaseSlots('ATL', client) // asked anew
  expect((await heldSlots('ATL', client)).free).toHaveLength(1)
})

it('tells which admissions are on their way, were refused or given up', async () => {
  const { client, device, server, link } = await gate(lease(1), lease(2), lease(3))
  await leaseSlots('ATL', client)
  const db = client.work?.outbox.db
  if (!db) throw new Error('nobody is signed in')
  device.link = () => () => Promise.reject(new TypeError('offline'))
  for (const n of [1, 2, 3]) await admitTruck(lease(n).LeaseId, truck(String(n), { LicensePlate: `GA ${n}` }), client)
  const [first, second] = await db.mutations.orderBy('n').toArray()
  if (!first || !second) throw new Error('nothing was written')
  await db.mutations.bulkDelete([first.n, second.n]) // both have been heard of, and one was refused
  await db.tray.put({ ...second, status: 'rejected', code: 'gate-door-overlap', params: {}, errors: [], row: null, settledAt: 0 })
  const standing = async () => (await heldSlots('ATL', client)).used.map((u) => `${u.used?.plate} ${u.stands}`).sort()
  expect(await standing()).toEqual(['GA 1 told', 'GA 2 refused', 'GA 3 waiting'])

  // The second is discarded, by whomever; the server says that it knows the first alone.
  await db.tray.clear()
  device.link = link
  server.known = [lease(1).LeaseId]
  await leaseSlots('ATL', client)
  expect(await standing()).toEqual(['GA 1 told', 'GA 2 discarded', 'GA 3 waiting'])
  server.known = [lease(1).LeaseId, lease(2).LeaseId] // it was done again after all
  await leaseSlots('ATL', client)
  expect(await standing()).toEqual(['GA 1 told', 'GA 2 told', 'GA 3 waiting'])
})

it('a clock that is set back while no page watches does not make it forget that a door is used', async () => {
  const { world, device, client, server, link } = await gate(lease(1), lease(2))
  await leaseSlots('ATL', client)
  world.clock.run(minutes(60))
  await admitTruck(lease(1).LeaseId, truck('1'), client)
  await heldSlots('ATL', client) // as the open screen does all the time
  await client.stop()
  device.link = link
  world.clock.jump(-minutes(30))
  const next = await device.tab()
  for (let n = 0; n < 2; n++) {
    const held = await heldSlots('ATL', next)
    expect([held.free.length, held.used.length]).toEqual([0, 1])
  }
  const asking = leaseSlots('ATL', next)
  await world.until(() => server.asked.length === 2)
  await asking
  expect(server.asked.at(-1)?.Used).toEqual([lease(1).LeaseId])
  await expect(admitTruck(lease(1).LeaseId, truck('2', { LicensePlate: 'TX 1' }), next)).rejects.toBeInstanceOf(NoSlot)
})

it('a clock that is far ahead for a while does not make it forget what it has not told yet', async () => {
  const { world, device, client } = await gate(lease(1))
  await leaseSlots('ATL', client)
  device.link = () => () => Promise.reject(new TypeError('offline'))
  await client.stop()
  const next = await device.tab()
  await admitTruck(lease(1).LeaseId, truck('1'), next)
  world.clock.jump(minutes(72 * 60))
  expect((await heldSlots('ATL', next)).used.map((u) => u.stands)).toEqual(['waiting'])
})

it('asks about no more doors at once than the server answers for, and no more about those that it knows', async () => {
  const { client, server } = await gate(lease(1))
  await leaseSlots('ATL', client)
  const outbox = client.work?.outbox
  if (!outbox) throw new Error('nobody is signed in')
  const meta = outbox.db.table('meta')
  const held = await meta.get(`slot:${lease(1).LeaseId}`)
  await meta.bulkPut(
    Array.from({ length: 201 }, (_, n) => {
      const LeaseId = `used${n}`
      return {
        ...held,
        LeaseId,
        key: `slot:${LeaseId}`,
        used: { id: String(n), at: new Date(n).toISOString(), plate: `GA ${n}`, carrier: 'Estes' },
      }
    }),
  )
  await leaseSlots('ATL', client)
  expect(server.asked.at(-1)?.Used).toHaveLength(200)
  expect(server.asked.at(-1)?.Used).not.toContain('used0') // the last come first
  server.known = Array.from({ length: 201 }, (_, n) => `used${n}`)
  await leaseSlots('ATL', client)
  await leaseSlots('ATL', client)
  await leaseSlots('ATL', client)
  expect(server.asked.at(-1)?.Used).toEqual([])
  expect((await heldSlots('ATL', client)).used.every((u) => u.stands === 'told')).toBe(true)
})

it('one that is sent anew under another id is on its way, and its fate is asked for again', async () => {
  const { client, device, server, link } = await gate(lease(1))
  await leaseSlots('ATL', client)
  const db = client.work?.outbox.db
  if (!db) throw new Error('nobody is signed in')
  device.link = (next) => {
    const linked = link(next)
    return (path, init) => (path.endsWith('sync/push') ? Promise.reject(new TypeError('offline')) : linked(path, init))
  }
  await admitTruck(lease(1).LeaseId, truck('1'), client)
  const [first] = await db.mutations.toArray()
  if (!first) throw new Error('nothing was written')
  await db.mutations.clear()
  await leaseSlots('ATL', client)
  const standing = async () => (await heldSlots('ATL', client)).used.map((u) => u.stands)
  expect(await standing()).toEqual(['discarded'])
  await db.mutations.put({ ...first, args: { ...first.args, AdmissionId: '2'.padStart(26, '0') } })
  expect(await standing()).toEqual(['waiting'])
  await leaseSlots('ATL', client)
  await db.mutations.clear()
  server.known = [lease(1).LeaseId]
  await leaseSlots('ATL', client)
  expect(await standing()).toEqual(['told'])
})
