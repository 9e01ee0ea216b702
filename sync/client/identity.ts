import type { Env } from './env'
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
