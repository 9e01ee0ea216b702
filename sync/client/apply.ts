import type { Table } from 'dexie'
import { type Base, type Cache, isRow, type Overlay, type Row } from './cache'
import { change } from './change'
import { reopening } from './idb'
import { inside, Layer, livesIn, since } from './layer'
import type { Mutation } from './mutation'
import { part } from './part'
import { readRows, writeRows } from './rows'

const theRebase = part(() => import('./rebase'))

/**
 * Shows a mutation's effect, once. On the way of every tap, so it takes as few requests of the store as it can. Where something that was done later is
 * shown already (of another tab, or before a crash took this one's preview), it is made in its order with whatever it has to do with. `epoch` is the life
 * that its outcome is of, where it has one.
 */
export async function apply(cache: Cache, m: Mutation, epoch?: string): Promise<void> {
  const effect = cache.effects.get(m.op)
  if (!effect) return
  const { db } = cache
  const { id, n, op, args, at, user, device } = m
  const judged =
    m.outcome?.status === 'applied' && m.outcome.version !== undefined
      ? { version: m.outcome.version, ...(epoch === undefined ? {} : { epoch }) }
      : undefined
  const ofLives = judged !== undefined || m.held !== undefined
  const own = [...effect.tables.map((name) => cache.table(name)), db._base, db._overlay, ...(ofLives ? [db._meta, db._seen] : [])]
  const work = (tables: Table[], reorder?: (about: string[]) => Promise<void>) => () =>
    db.transaction('rw', tables, async (tx): Promise<boolean> => {
      const entry: Overlay = { id, n, op, args, at, user, device, rows: [], ...judged }
      if (judged && (await holdsNow(cache, judged))) return true // its rows came between the look for it and this
      if (m.held) entry.held = m.held
      const asked = new Map<string, PromiseLike<Base | undefined>>()
      const base = tx.table<Base, string>('_base')
      const layer = new Layer(cache, tx, ofLives ? await livesIn(cache) : undefined, (rid) => asked.set(rid, base.get(rid)))
      try {
        Object.assign(entry, await inside(layer.run(entry)))
      } catch {
        entry.stuck = true // recorded all the same: the action happened, only its preview failed
      }
      const unread = entry.rows.filter((rid) => !layer.read.has(rid))
      const [known, rest, later] = await Promise.all([
        Promise.all(entry.rows.map((rid) => asked.get(rid) ?? db._base.get(rid))),
        unread.length > 0 ? readRows(cache, unread) : new Map<string, Row | null>(),
        db._overlay.where('n').above(n).count(), // as a rule none, however much is shown
      ])
      const late = later > 0
      if (late && !reorder) return false
      // A base that is there already is the server's row; what we have just read is a guess on top of it.
      const bases = entry.rows.flatMap((rid, i): Base[] =>
        known[i] ? [] : [{ id: rid, row: layer.read.get(rid) ?? rest.get(rid) ?? null }],
      )
      await Promise.all([
        db._overlay.add(entry), // not put: were it shown already, all of this must not happen a second time
        bases.length > 0 ? db._base.bulkPut(bases) : undefined,
        writeRows(cache, [...layer.entries()]),
      ])
      if (late) await reorder?.([...entry.rows, ...(entry.looked ?? []).filter(isRow)]) // on rows that hold what came later it may have changed nothing
      return true
    })
  try {
    if (await reopening(db, work(own))) return
    const { rebase } = await theRebase()
    await reopening(
      db,
      work(cache.all, (about) => rebase(cache, change({ again: about }))),
    )
  } catch (err) {
    if ((err as Error).name !== 'ConstraintError') throw err
  }
}

/** Whether what is shown is a moment of the server that holds what was judged so. */
async function holdsNow(cache: Cache, judged: Pick<Overlay, 'version' | 'epoch'>): Promise<boolean> {
  const { version, loading, cursor, epoch } = await cache.state()
  return loading.length === 0 && cursor !== '' && since(judged, version, epoch)
}
