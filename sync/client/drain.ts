import type { Env } from './env'
import { sendFiles } from './files'
import { Outbox } from './outbox'
import { firstCount, push } from './push'
import type { Session } from './session'
import { CallError } from './wire'

/** What an outbox holds that the server has not got: actions, and the photos and papers that they name. */
export interface Left {
  waiting: number
  files: number
}

/** What still waits in an outbox that no tab has open. */
export async function leftIn(env: Env, name: string): Promise<Left> {
  const outbox = await Outbox.open(env, name, { ballast: 0 })
  try {
    return await outbox.unsent()
  } finally {
    outbox.close()
  }
}

/**
 * Sends what waits, once, without a screen: the service worker after the app was closed, and a tab whose person has just signed out.
 * It leads while it does so, and yields at once where a tab already leads. Says how much still waits, files included.
 */
export async function drainOutbox(env: Env, session: Session, name: string): Promise<number> {
  const outbox = await Outbox.open(env, name, { ballast: 0 })
  const left = async () => {
    const { waiting, files } = await outbox.unsent()
    return waiting + files
  }
  try {
    return await env.locks.request(`${name}:leader`, { ifAvailable: true }, async (lock) => {
      if (!lock || (await left()) === 0) return left()
      const fence = await outbox.fence()
      const user = session.person?.by ? undefined : session.person?.id // who looks as another user sends nothing as that user
      const once = async () => {
        await push(
          {
            env,
            outbox,
            fence,
            user,
            userToken: () => session.accessToken(),
            deviceToken: (former) => session.deviceToken(outbox, former),
          },
          { count: firstCount },
        )
        await allFiles(env, outbox, async (of) => (of === user ? await session.accessToken() : null) ?? session.deviceToken(outbox))
      }
      try {
        await once()
      } catch (err) {
        if (!(err instanceof CallError) || err.status !== 401) throw err
        session.refused()
        await once()
      }
      return left()
    })
  } finally {
    outbox.close()
  }
}

/** Every file that is due, one after the other. */
async function allFiles(env: Env, outbox: Outbox, token: (user: string) => Promise<string | null>): Promise<void> {
  const run = { signal: new AbortController().signal, progress: () => {} }
  while ((await sendFiles({ env, outbox, token }, run)) === 0);
}
