import { sign } from './canonical'
import type { Env } from './env'
import { giveUp } from './idb'
import { type Device, OutboxDb } from './outboxDb'
import type { TokenAnswer } from './person'
import { CallError, exchange } from './wire'

/** Signs a fresh nonce of the server's: the proof that this device holds the key of the identity. */
export async function proof(env: Env, { id, keys }: Device): Promise<{ device: string; nonce: string; signature: string }> {
  const { nonce } = await exchange<{ nonce: string }>(env, '/api/sync/nonce', { body: JSON.stringify({ device: id }) })
  return { device: id, nonce, signature: await sign(env.subtle, keys.privateKey, nonce) }
}

/** What the server is told of an identity when it shall know it. A former one signs for it, so that what that had is its own. */
export async function enrolment(env: Env, device: Device, all: Device[], name: string): Promise<object> {
  const [latest] = all.filter((d) => d.retired).sort((a, b) => b.createdAt - a.createdAt)
  const former = all.find((d) => d.id === device.inherits) ?? latest // an identity from before it was noted says nothing
  const proven = await proof(env, device)
  const inherits = former && {
    device: former.id,
    signature: await sign(env.subtle, former.keys.privateKey, `inherit ${device.id} ${proven.nonce}`),
  }
  return { ...proven, publicKey: device.publicKey, name, ...(inherits ? { inherits } : {}) }
}

/** The identities that the server may know the device of an outbox by, the likeliest first. None where there is no such outbox. */
export async function knownAs(env: Env, outbox: string): Promise<Device[]> {
  if (!(await env.indexedDB.databases()).some(({ name }) => name === outbox)) return []
  const db = new OutboxDb(outbox, env)
  try {
    await db.open()
    const [queue, all] = await Promise.all([db.meta.get('queue'), db.devices.toArray()])
    // One whose enrolment was not answered may be known all the same, and the session bound to it.
    const current = all.filter((d) => d.id === queue?.device)
    const retired = all.filter((d) => d.retired).sort((a, b) => b.createdAt - a.createdAt)
    return [...current, ...retired.slice(0, 2)]
  } finally {
    giveUp(db)
  }
}

/** Asks for a token as a device that the server knows, so that the session is that device's; as nobody's where it knows none of them. */
export async function prove(env: Env, grant: object, devices: Device[]): Promise<TokenAnswer> {
  for (const device of devices)
    for (const last of [false, false, false, true]) // a server that has just started has forgotten the nonce, as has one that was asked twice
      try {
        return await exchange<TokenAnswer>(env, '/api/token', { body: JSON.stringify({ ...grant, ...(await proof(env, device)) }) })
      } catch (err) {
        if (!(err instanceof CallError) || err.code !== 'device-unproven') throw err
        if (last) break
      }
  return exchange<TokenAnswer>(env, '/api/token', { body: JSON.stringify(grant) })
}
