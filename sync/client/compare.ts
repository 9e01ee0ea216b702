import { digests } from './digest'
import type { DeviceHolds } from './gen/api'
import type { PullOptions } from './pull'

const checkEvery = 10 * 60_000

/**
 * Every ten minutes and after each load: do we hold what the server believes we hold? If not, everything is to be fetched anew over the old rows:
 * `startsAgain` says whether it is. The outbox has no part in it. `holds` is what we have, for the server to compare as well. Undefined where it
 * was not the time to look.
 */
export async function compare(
  o: Pick<PullOptions, 'env' | 'cache' | 'fence' | 'note'>,
): Promise<{ holds: DeviceHolds; diverged: boolean; startsAgain: boolean } | undefined> {
  const { cache } = o
  const state = await cache.state()
  const now = o.env.clock.now()
  const scopes = Object.keys(state.digest)
  if (scopes.length === 0 || now - state.checkedAt < checkEvery) return undefined
  const ours = await digests(cache, state.version, scopes)
  if (!ours) return undefined
  const holds = { epoch: state.epoch, version: state.version, digest: ours }
  const wrong = scopes.filter((s) => ours[s] !== state.digest[s])
  await cache.db.transaction('rw', cache.db._meta, async () => {
    await cache.check(o.fence)
    await cache.db._meta.put({ ...(await cache.state()), checkedAt: now })
  })
  if (wrong.length === 0) return { holds, diverged: false, startsAgain: false }
  o.note?.('diverged', { wrong, ours, theirs: state.digest })
  // Not twice in ten minutes: if a fresh load does not cure it, loading again will not either.
  if (state.refetchedAt > 0 && now - state.refetchedAt < checkEvery) return { holds, diverged: true, startsAgain: false }
  await cache.startAgain(o.fence)
  return { holds, diverged: true, startsAgain: true }
}
