import Dexie from 'dexie'
import { sign, signedText } from './canonical'
import type { Env } from './env'
import { newDevice } from './identity'
import { type Mutation, named, waiting } from './mutation'
import type { Device, OutboxDb, Queue } from './outboxDb'

/** What an outbox lends; `led` writes as the tab that leads. */
interface Lent {
  db: OutboxDb
  env: Env
  newId: () => string
  queue(): Promise<Queue>
  device(id: string): Promise<Device>
  led<T>(write: (queue: Queue) => Promise<T>): Promise<T>
}

/**
 * Work that names other work by its number, when that moves from some identities to another: it follows, or says under which identity it stayed. `places`
 * has the new numbers.
 */
export function answering(m: Mutation, from: ReadonlySet<string>, places: Map<string, number>): Mutation {
  const { replacesDevice = m.device, ...rest } = m
  if (m.replaces !== null && from.has(replacesDevice)) {
    const place = places.get(named(replacesDevice, m.replaces))
    return place === undefined ? { ...m, replacesDevice } : { ...rest, replaces: place }
  }
  const { Seq, Device } = m.args as { Seq?: number; Device?: string } // as the op declares them
  const of = Device || m.device
  if (m.op === 'Sync/Discard' && Seq !== undefined && from.has(of)) {
    const place = places.get(named(of, Seq))
    return { ...m, args: place === undefined ? { Seq, Device: of } : { Seq: place } }
  }
  return m
}

const allWaiting = (db: OutboxDb): Promise<Mutation[]> =>
  db.mutations.where('[state+n]').between([waiting, Dexie.minKey], [waiting, Dexie.maxKey]).toArray()

/**
 * Gives what waits under one identity numbers of another: a copy of this device has used them, the server has forgotten the identity, or there is a gap
 * that cannot be filled. Numbers follow the order in which things were done, so where the present identity's own work waits as well, all of it moves to
 * a new one. The ids stay, so the cache's effects stay as they are. What answers other work goes on naming that work, wherever it has gone.
 */
export async function renumber(at: Lent, from: string): Promise<void> {
  const { enrolled, device: current } = await at.queue() // the server knows us by it, if by any
  const fresh = await newDevice(at.env, at.newId(), enrolled ? current : (await at.db.devices.get(current))?.inherits)
  for (;;) {
    const queue = await at.queue()
    const all = await allWaiting(at.db)
    const renew = queue.device === from || all.some((m) => m.device === queue.device)
    const device = renew ? fresh : await at.device(queue.device)
    const leaving = new Set(renew ? [from, queue.device] : [from])
    const old = all.filter((m) => leaving.has(m.device))
    const first = renew ? 1 : queue.nextSeq
    const places = new Map(old.map((m, i) => [named(m.device, m.seq), first + i]))
    const moved: Mutation[] = []
    for (const [i, m] of old.entries()) {
      const { unsent: _unsent, ...next } = { ...answering(m, leaving, places), device: device.id, seq: first + i }
      moved.push({ ...next, sig: await sign(at.env.subtle, device.keys.privateKey, signedText(next)) })
    }
    const done = await at.led(async (q) => {
      if (q.device !== queue.device || q.nextSeq !== queue.nextSeq) return false // another tab wrote meanwhile
      if (renew) {
        for (const id of leaving) await at.db.devices.update(id, { retired: true })
        await at.db.devices.add(fresh)
        q.device = fresh.id
        q.enrolled = false
        q.users = []
        q.settled = 0
        q.replicated = 0
      }
      q.nextSeq = first + moved.length
      // Two numbers may change places: none is free for the other before both are taken away.
      await at.db.mutations.bulkDelete(moved.map((m) => m.n))
      await at.db.mutations.bulkPut(moved)
      for (const m of moved) await at.db.tray.update(m.n, { device: m.device, seq: m.seq }) // offered again, and refused once before
      return true
    })
    if (done) return
  }
}
