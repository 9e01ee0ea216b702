import type { SyncState } from './cache'
import { type Client, current } from './client'
import { sleep } from './env'
import { NoContact } from './wire'

/** Without news of the load for so long, the server cannot be reached. */
const patience = 30_000

const loaded = (s: SyncState) => s.complete && s.cursor !== '' && s.version > 0 && s.loading.length === 0 && !s.sweep

/**
 * Fetches anew all that this device keeps of the server, and forgets the answers that it has kept. What is there can be read meanwhile, and the outbox has no
 * part in it. Resolves when everything is there; NoContact where nothing comes, and then it goes on as soon as it can.
 */
export async function refresh(client: Client = current()): Promise<void> {
  const { work, env } = client
  if (!work) throw new Error('nobody is signed in')
  const { cache, engine } = work
  await cache.db._answers.clear()
  await cache.startAgain()
  engine.nudge('manual')
  let last = ''
  for (let since = env.clock.now(); ; ) {
    await sleep(env.clock, 250)
    const state = await cache.state()
    if (loaded(state)) return
    const now = `${state.cursor} ${state.version} ${state.loading.length}`
    if (now !== last) since = env.clock.now()
    else if (env.clock.now() - since > patience) throw new NoContact('timeout')
    last = now
  }
}
