import { theRemote } from '@/kit/remote/remote'

export type Settled = 'done' | 'refused' | 'waiting'

const patience = 20_000

/**
 * Waits until what was saved of some rows has reached the server: a command that is not queued, such as building, must not overtake it.
 * A row with refused work is not built on; one that is still on its way after a while has no connection.
 */
export function settled(entity: string, field: string, ids: readonly string[]): Promise<Map<string, Settled>> {
  return new Promise((done) => {
    let waiting: ReadonlySet<string> = new Set()
    let refused = new Set<string>()
    let known = 0
    const stops: (() => void)[] = []
    const finish = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      done(new Map(ids.map((id) => [id, refused.has(id) ? 'refused' : waiting.has(id) ? 'waiting' : 'done'])))
    }
    const look = () => {
      if (known === 3 && ids.every((id) => refused.has(id) || !waiting.has(id))) queueMicrotask(finish)
    }
    const timer = setTimeout(finish, patience)
    stops.push(
      theRemote().watchWaiting(entity, (keys) => {
        waiting = keys
        known |= 1
        look()
      }),
      theRemote().watchTroubles((list) => {
        refused = new Set(list.map((x) => String(x.args[field] ?? '')))
        known |= 2
        look()
      }),
    )
    theRemote().nudge()
  })
}
