import type { Env } from './env'
import type { Mutation } from './mutation'
import type { Device, OutboxDb } from './outboxDb'

/** A new identity, with a key that cannot be taken out of this device. */
export async function newDevice(env: Env, id: string, inherits?: string): Promise<Device> {
  const keys = await env.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { kty = '', crv = '', x = '', y = '' } = await env.subtle.exportKey('jwk', keys.publicKey)
  return { id, keys, publicKey: { kty, crv, x, y }, createdAt: env.clock.now(), retired: false, ...(inherits ? { inherits } : {}) }
}

/** Gives an outbox that is new its first identity. */
export async function ensureIdentity(db: OutboxDb, env: Env, newId: () => string): Promise<void> {
  if (await db.meta.get('queue')) return
  const device = await newDevice(env, newId())
  await db.transaction('rw', db.meta, db.devices, async () => {
    if (await db.meta.get('queue')) return // another tab was first
    await db.devices.add(device)
    await db.meta.add({
      key: 'queue',
      device: device.id,
      nextSeq: 1,
      enrolled: false,
      users: [],
      epoch: '',
      offset: 0,
      recorded: 0,
      settledCount: 0,
      settled: 0,
      replicated: 0,
      nextAttemptAt: 0,
      failures: 0,
      fence: 0,
    })
  })
}

/** How a mutation is named by others: its number under its identity. */
export const named = (device: string, seq: number) => `${device}/${seq}`

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
