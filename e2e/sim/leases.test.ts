import type { OrgLease } from '@sync/gen/api'
import { type Have, LeaseBook } from '@sync/testing/leaseBook'
import { seeded } from '@sync/testing/world'
import { ulids } from '@sync/ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Enrolled } from '../kit/enrolled'
import { Caller, SimServer } from './server'

// The client's tests talk to a server in memory. Of blocks of numbers it and the real one must say the same, whatever they are asked.
const server = new SimServer()
const ulid = ulids({ now: Date.now }, Math.random)
beforeAll(() => server.start())
afterAll(() => server.remove())

/** A lease without its id, which each server makes for itself. */
const plain = ({ id: _, ...lease }: OrgLease) => lease

it.each(Array.from({ length: 4 }, (_, i) => Number(process.env.LADING_SEED ?? 1) + i))(
  'both servers give out and take back the same blocks (seed %i)',
  async (seed) => {
    const random = seeded(seed * 7919)
    const pick = (n: number) => Math.floor(random() * n)
    const org = `LEASE${seed}${Date.now().toString(36)}`
    await server.make(org)
    const admin = new Caller(() => server.url, `admin@${org.toLowerCase()}.test`)
    // What is made with an organisation has numbers already.
    const { prefix, stocks } = await admin.call<{ prefix: string; stocks: { kind: string; next: number }[] }>('Org/Stock')
    const nextOf = (kind: string) => stocks.find((s) => s.kind === kind)?.next ?? 0
    const book = new LeaseBook(prefix, { sscc: nextOf('sscc'), bol: nextOf('bol') })
    // One that lasts, and one that is used up soon.
    for (const [Carrier, First, Last] of [
      ['ODFL', '0720956276', '0720958575'],
      ['CNWY', '12345678', '12345957'],
    ] as const) {
      await admin.call('Org/AddProRange', { Carrier, First, Last, Rule: 'luhn' })
      book.addRange(Carrier, First, Last, 'luhn')
    }
    const devices = await Promise.all(
      ['dock', 'mate', 'dock'].map((user) => Enrolled.new(() => server.url, `${user}@${org.toLowerCase()}.test`, ulid())),
    )
    /** What the devices were told, by the ids of both servers. */
    const told: { real: OrgLease; ours: OrgLease; device: string }[] = []
    for (let step = 0; step < 60; step++) {
      const device = devices[pick(devices.length)] as Enrolled // there are three
      if (told.length > 0 && random() < 0.35) {
        // Mostly one of its own; of another's there is nothing to give back.
        const mine = told.filter((t) => t.device === device.device || random() < 0.1)
        const lease = mine[pick(mine.length)]
        if (!lease) continue
        const Next = lease.real.first - 3 + pick(lease.real.last - lease.real.first + 6)
        const real = await device
          .post<OrgLease>('Org/ReturnNumbers', { Lease: lease.real.id, Next: Math.max(0, Next) })
          .then(plain)
          .catch((err: Error) => (/lease-unknown/.test(err.message) ? undefined : Promise.reject(err)))
        const ours = book.giveBack(device.device, lease.ours.id, Math.max(0, Next))
        expect(ours && plain(ours), `step ${step}`).toEqual(real)
        continue
      }
      const left: { real: Have; ours: Have }[] = told.flatMap((t) => {
        if (t.device !== device.device || random() < 0.2) return []
        const Next = Math.max(0, t.real.first - 2 + pick(t.real.last - t.real.first + 5))
        return [{ real: { Lease: t.real.id, Next }, ours: { Lease: t.ours.id, Next } }]
      })
      const { Leases } = await device.post<{ Leases: OrgLease[] }>('Org/LeaseNumbers', {
        Device: device.device,
        Have: left.map((l) => l.real),
      })
      const ours = book.take(
        device.device,
        left.map((l) => l.ours),
      )
      expect(ours.map(plain), `step ${step}`).toEqual(Leases.map(plain))
      for (const [i, real] of Leases.entries())
        if (!told.some((t) => t.real.id === real.id)) told.push({ real, ours: ours[i] as OrgLease, device: device.device }) // as many as there are
    }
    expect(told.length).toBeGreaterThan(20)
  },
)
