import { apply } from './apply'
import { type Cache, isRow, wholeOf } from './cache'
import { change } from './change'
import { reopening } from './idb'
import type { Mutation } from './mutation'
import type { Outbox } from './outbox'
import { rebase, settleInCache } from './rebase'
import type { Settlement } from './settlement'

/** Settles in the cache what the outbox has just written down of this person's work. */
export async function settleShown(cache: Cache, outbox: Outbox, outcomes: Settlement[], fence: number, user?: string): Promise<void> {
  await settleInCache(cache, outcomes, fence)
  if (user === undefined) return
  const known = outcomes.find((o) => o.epoch !== undefined)
  // The server's next life may have been heard of in between, and more than what these say be known of it: the last word is what the outbox says now.
  if (known && (await outbox.queue()).epoch !== known.epoch) await reconcile(cache, outbox, user, false)
}

/** Whether a kept mutation still has to be seen through its effect, on rows of a moment of the server's. `epoch` is the life that its outcome is of. */
export function pending({ held, outcome }: Mutation, rows: { epoch: string; version: number }, epoch: string): boolean {
  if (held?.epoch === rows.epoch && held.version <= rows.version) return false
  if (outcome === null) return true
  return outcome.status === 'applied' && (rows.epoch !== epoch || (outcome.version ?? 0) > rows.version)
}

/**
 * Shows a mutation's effect, and looks afterwards whether it has been settled meanwhile: the leader may have sent it and heard the answer
 * before the effect was there to be taken back, and then nobody else would.
 */
export async function show(cache: Cache, outbox: Outbox, m: Mutation): Promise<void> {
  await apply(cache, m, m.outcome ? (await outbox.queue()).epoch : undefined)
  await confirmShown(cache, outbox, [m])
}

export async function confirmShown(cache: Cache, outbox: Outbox, shown: Mutation[]): Promise<void> {
  const outcomes = await outbox.judged(shown)
  if (outcomes.length === 0) return
  // As a rule the push came later and has told the cache already; a guess that is gone, or has its version, waits for nobody.
  const entries = await cache.db._overlay.bulkGet(outcomes.map((o) => o.id))
  await settleInCache(
    cache,
    outcomes.filter(({ status }, i) => entries[i] && (status !== 'applied' || entries[i].version === undefined)),
  )
}

/**
 * Makes the cache agree with the outbox, whose write is the commit point: at start-up, since a tab may have died between the two, and when the
 * epoch has changed. A push may run meanwhile; it writes to the outbox first, so what we read there after our own writes is the last word.
 */
export async function reconcile(cache: Cache, outbox: Outbox, user: string, showMissing = true): Promise<void> {
  const unsettled = new Map((await outbox.kept(user)).flatMap((m) => (m.outcome ? [] : [[m.id, m]])))
  await offeredAgain(cache, unsettled)
  // The overlays are read first: each had its mutation written before it, so one without a mutation is one that is long settled.
  const overlays = await cache.db._overlay.toArray()
  const mutations = await outbox.kept(user)
  const byId = new Map(mutations.map((m) => [m.id, m]))
  const { epoch, forgotten = 0 } = await outbox.queue()
  const outcomes = overlays.flatMap((entry): Settlement[] => {
    const m = byId.get(entry.id)
    if (!m) return [{ id: entry.id, status: 'applied', version: entry.version ?? forgotten, epoch: undefined }]
    return m.outcome ? [{ id: m.id, status: m.outcome.status, version: m.outcome.version ?? 0, epoch }] : []
  })
  await settleInCache(cache, outcomes)
  if (!showMissing) return
  const rows = wholeOf(await cache.state())
  const shown = new Set(overlays.map((o) => o.id))
  const late = mutations.filter((m) => !shown.has(m.id) && pending(m, rows, epoch))
  for (const m of late) await show(cache, outbox, m)
}

/** Offered again under a new epoch: a guess's old version means something only of rows that are still of then. Those that held it by that version may show it now. */
async function offeredAgain(cache: Cache, unsettled: Map<string, Mutation>): Promise<void> {
  const { db } = cache
  const old = db._overlay.filter((o) => o.version !== undefined && unsettled.has(o.id))
  if ((await old.count()) === 0) return
  await reopening(db, () =>
    db.transaction('rw', cache.all, async () => {
      const entries = await old.toArray()
      for (const o of entries) {
        delete o.version
        delete o.epoch
        const { held } = unsettled.get(o.id) ?? {}
        if (held) o.held = held
      }
      await db._overlay.bulkPut(entries)
      await rebase(cache, change({ again: entries.flatMap(({ rows, looked = [] }) => [...rows, ...looked.filter(isRow)]) }))
    }),
  )
}
