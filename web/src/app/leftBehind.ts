import type { Left } from '@sync/drain'
import type { Env } from '@sync/env'
import { Leftovers } from '@sync/leftovers'
import { outboxNames } from '@sync/outboxNames'
import type { Session } from '@sync/session'
import { lost } from '@/kit/remote/lost'

/** Sends what people who have signed out left on this device, whenever there may be a connection. What comes back ends it. */
export function sendLeftBehind(env: Env, session: Session, show: (left: Left) => void): () => void {
  let over = false
  const leftovers = new Leftovers({
    env,
    session,
    changed: (left) => {
      if (over) return
      show(left)
      if (left.waiting + left.files === 0) void noneWaits(env).catch(console.error)
    },
  })
  const again = () => leftovers.nudge()
  leftovers.start()
  addEventListener('online', again)
  addEventListener('focus', again)
  document.addEventListener('visibilitychange', again)
  return () => {
    over = true
    leftovers.stop()
    removeEventListener('online', again)
    removeEventListener('focus', again)
    document.removeEventListener('visibilitychange', again)
  }
}

/** Nothing waits in any store that is there: if one of them goes later, nothing is lost with it. */
async function noneWaits(env: Env) {
  for (const name of await outboxNames(env)) lost.note(name, 0)
}
