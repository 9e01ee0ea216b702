import type { Env } from './env'
import { Outbox } from './outbox'
import { firstCount, push } from './push'
import type { Session } from './session'
import { CallError } from './wire'

/**
 * Sends what waits, once, without a screen: the service worker after the app was closed, and a tab whose person has just signed out.
 * It leads while it does so, and yields at once where a tab already leads. Says how much still waits.
 */
export async function drainOutbox(env: Env, session: Session, name: string): Promise<number> {
  const outbox = await Outbox.open(env, name, { ballast: 0 })
  try {
    return await env.locks.request(`${name}:leader`, { ifAvailable: true }, async (lock) => {
      if (!lock || (await outbox.waitingCount()) === 0) return outbox.waitingCount()
      const fence = await outbox.fence()
      const once = () =>
        push(
          {
            env,
            outbox,
            fence,
            user: session.person?.id,
            userToken: () => session.accessToken(),
            deviceToken: () => session.deviceToken(outbox),
          },
          { count: firstCount },
        )
      try {
        await once()
      } catch (err) {
        if (!(err instanceof CallError) || err.status !== 401) throw err
        session.refused()
        await once()
      }
      return outbox.waitingCount()
    })
  } finally {
    outbox.close()
  }
}

/** The outboxes on this device, of all organisations that somebody signed in to. */
export async function outboxNames(env: Env): Promise<string[]> {
  const all = await env.indexedDB.databases()
  return all.flatMap(({ name }) => (name?.includes('lading-outbox-') ? [name] : []))
}
