import type { Env } from './env'
import type { DeviceBattery, DeviceHolds, DeviceStatusReq, DeviceStatusResp } from './gen/api'
import type { Outbox } from './outbox'
import type { Queue } from './outboxDb'
import { exchange } from './wire'

export interface HeartbeatOptions {
  env: Env
  outbox: Outbox
  build?: string
  /** navigator.storage */
  storage?: () => Promise<{ persisted: boolean; usage: number; quota: number }>
  /** How much power is left, where the browser tells. */
  battery?: () => Promise<DeviceBattery | null>
  /** How many actions and files waited here when the browser deleted what it kept. */
  lost?: () => number
}

/** What the engine adds to a report. */
interface Said {
  holds: DeviceHolds | undefined
  did: NonNullable<DeviceStatusReq['did']>
  /** When we last knew ourselves to be up to date; 0 where we never did. */
  upToDateAt: number
}

/** Tells the server how this device does; the answer may ask something of it. */
export async function report(
  { env, outbox, build, storage, battery, lost }: HeartbeatOptions,
  queue: Queue,
  token: string,
  { holds, did, upToDateAt }: Said,
): Promise<DeviceStatusResp | undefined> {
  const oldest = await outbox.oldest()
  const kept = await storage?.().catch(() => undefined)
  const power = await battery?.().catch(() => null)
  const said: DeviceStatusReq = {
    device: queue.device,
    outbox: await outbox.waitingCount(),
    oldestAt: oldest?.at ?? null,
    build: build ?? '',
    storage: kept ?? null,
    offsetMs: queue.offset,
    holds: holds ?? null,
    battery: power ?? null,
    lagMs: upToDateAt > 0 ? Math.max(0, env.clock.now() - upToDateAt) : 0,
    ...(did.length > 0 ? { did } : {}),
    ...(lost?.() ? { lostWork: lost() } : {}),
  }
  return exchange<DeviceStatusResp | undefined>(env, '/api/sync/status', { token, body: JSON.stringify(said) })
}
