import { describe, expect, it } from 'vitest'
import type { Client, Work } from './client'
import type { Mutation } from './mutation'
import { sendFrom } from './send'
import { outOfLane } from './testing/lanes'
import { Fault, Refusal, RolledBack } from './testing/pushes'
import { Said, wronglyShown } from './testing/shown'
import { seeded, type TestDevice, World } from './testing/world'

/**
 * LADING_SEED and LADING_SEEDS choose seeds, LADING_NOTES prints what the devices noted. A run has a few: a hundred are played against the real server.
 * Devices, tabs and a server that misbehave by a seed. Whatever happens on the way, after the link has healed and with nobody touching
 * anything: every action ever recorded is applied once or in the tray, and every device shows what the server has.
 */
const seeds = Number(process.env.LADING_SEEDS ?? 10)
const first = Number(process.env.LADING_SEED ?? 1)

interface Seat {
  device: TestDevice
  client: Client
  done: Mutation[]
}

function workOf(client: Client): Work {
  if (!client.work) throw new Error('nobody is signed in')
  return client.work
}

async function run(seed: number): Promise<void> {
  const world = new World()
  const random = seeded(seed * 7919)
  const pick = (n: number) => Math.floor(random() * n)
  const chance = (p: number) => random() < p
  try {
    for (const s of ['S1', 'S2', 'S3']) world.stock(s, 4)
    if (chance(0.5)) world.server.loadPage = 3
    const good = { ...world.server.handlers }
    let healthy = false
    for (const op of Object.keys(good)) {
      world.server.handlers[op] = (args, m) => {
        // A rule's no depends on the mutation alone: asked again, the server says the same.
        if (m.id.charCodeAt(25) % 9 === 0 && m.replaces === null) throw new Refusal('no')
        if (!healthy && chance(0.1)) throw new Fault()
        if (!healthy && chance(0.04)) throw new RolledBack()
        good[op]?.(args, m)
      }
    }
    const seats: Seat[] = []
    for (let i = 0; i < 2; i++) {
      const device = world.device()
      const client = await device.signedIn()
      seats.push({ device, client, done: [] })
      device.link = (next) => async (path, init) => {
        if (healthy) return next(path, init)
        const fate = random()
        if (fate < 0.12) throw new TypeError('lost on the way there')
        if (fate < 0.24) {
          await next(path, init)
          throw new TypeError('lost on the way back')
        }
        if (fate < 0.28) await next(path, init)
        else if (fate < 0.31) return new Response('<html>', { headers: { 'Content-Type': 'text/html' } })
        else if (fate < 0.33)
          return new Response('{"code":"full"}', {
            status: 503,
            headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '3' },
          })
        return next(path, init)
      }
    }
    const keep = (seat: Seat) => (m: Mutation) => {
      recorded++
      seat.done.push(m)
    }
    let backedUp = false
    let restored = 0
    let recorded = 0
    /** At every moment, whatever covers it later. */
    const inLane = (): void => {
      const outcomes = [...world.server.devices].flatMap(([device, d]) =>
        [...d.outcomes].map(([seq, { id, result }]) => ({
          id,
          device,
          seq,
          op: '',
          status: result.status,
          code: result.code ?? '',
          version: result.version ?? 0,
        })),
      )
      const disks = seats.map((s, i) => ({ name: `device ${i + 1}`, done: s.done.sort((a, b) => a.n - b.n) }))
      expect(outOfLane(disks, outcomes, [])).toBeUndefined()
    }
    const said = new Said()
    const shown = async (): Promise<void> => {
      for (const { client } of seats) expect(await wronglyShown(client, said, () => world.breathe(300))).toBeUndefined()
    }
    for (let step = 0; step < 60; step++) {
      inLane()
      await shown()
      const seat = seats[pick(seats.length)]
      if (!seat?.client.work) continue
      const ShipmentId = `S${1 + pick(3)}`
      const PalletId = `${ShipmentId}P${1 + pick(4)}`
      const act = pick(100)
      if (act < 25) await sendFrom(seat.client, 'DockView/LoadPallet', { ShipmentId, PalletId, Lpn: '' }).then(keep(seat))
      else if (act < 40)
        // One after the other on the same pallet, so that a fault of the first has something behind it.
        for (let i = pick(3); i >= 0; i--)
          await sendFrom(seat.client, 'DockView/NoteShort', { ShipmentId, PalletId, Pieces: pick(9), Note: `${step}` }).then(keep(seat))
      else if (act < 48)
        await sendFrom(seat.client, 'DockView/FinishLoading', { ShipmentId, Seal: `${step}`, Trailer: '' }).then(keep(seat))
      else if (act < 58) {
        const row = world.server.get('dock_shipment', ShipmentId)
        if (row) world.server.put('dock_shipment', { ...row, door: String(step) })
      } else if (act < 61) world.server.put('dock_pallet', { id: `X${step}`, shipmentId: ShipmentId, state: 'staged' })
      else if (act < 63) world.server.delete('dock_pallet', `X${pick(60)}`)
      else if (act < 66) world.server.replicate = chance(0.5)
      else if (act < 69) {
        seat.device.crash()
        seat.client = await seat.device.tab()
      } else if (act < 71)
        seat.client = await seat.device.tab() // a second tab; both stay
      else if (act < 73) world.clock.jump(pick(2) ? 3_600_000 : -3_600_000)
      else if (act < 75 && !backedUp) {
        world.server.backup()
        // From here on nothing counts as safe, so a restore may lose all of it.
        world.server.replicate = false
        backedUp = true
      } else if (act < 77 && backedUp && !world.server.replicate && restored === 0) {
        world.server.restore(`E${++restored + 1}`)
        backedUp = false
      } else await world.pass(pick(6_000), 300)
      if (backedUp) world.server.replicate = false
    }

    healthy = true
    inLane()
    world.server.replicate = true
    const states = async () =>
      Promise.all(
        seats.map(async ({ client }) => {
          const { outbox, cache } = workOf(client)
          const l = await outbox.ledger()
          const s = await cache.state()
          return {
            ...l,
            overlay: await cache.db._overlay.count(),
            base: await cache.db._base.count(),
            kept: await outbox.db.mutations.count(),
            version: s.version,
          }
        }),
      )
    const quiet = async () =>
      (await states()).every(
        (s) => s.waiting === 0 && s.overlay === 0 && s.base === 0 && s.kept === 0 && s.version === world.server.version,
      )
    await world.until(quiet, 10 * 60_000, 1_000).catch(async () => {
      if (process.env.LADING_NOTES) {
        for (const { client } of seats) {
          const { outbox, cache, engine } = workOf(client)
          console.log(await outbox.queue(), await cache.state(), await cache.db._overlay.toArray(), engine.diagnostics().slice(-40))
        }
      }
      throw new Error(`not quiet: ${JSON.stringify(await states())}, server at ${world.server.version}`)
    })

    inLane()
    await shown()
    const all = await states()
    expect(all.reduce((sum, s) => sum + s.recorded, 0)).toBe(recorded)
    for (const s of all) expect(s.recorded).toBe(s.settled + s.waiting)
    // In this life of the server every number has one outcome, and refused ones are with their people.
    let refused = 0
    for (const d of world.server.devices.values()) for (const { result } of d.outcomes.values()) if (result.status !== 'applied') refused++
    expect(all.reduce((sum, s) => sum + s.tray, 0)).toBe(refused)
    for (const { client } of seats) {
      const { cache } = workOf(client)
      for (const [id, stored] of world.server.rows) {
        const [entity = '', key = ''] = id.split('/')
        const row = await cache.table(entity).get(key)
        expect(row, `${id} at ${JSON.stringify(row)}`).toEqual({ ...stored.row, version: stored.version, scopes: stored.scopes })
      }
      expect(await cache.db.dock_pallet.count()).toBe([...world.server.rows.values()].filter((r) => r.entity === 'dock_pallet').length)
    }
  } finally {
    await world.close()
  }
}

describe('a world that misbehaves', () => {
  for (let seed = first; seed < first + seeds; seed++) it(`converges and loses nothing (seed ${seed})`, () => run(seed), 60_000)
})
