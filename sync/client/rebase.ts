import Dexie from 'dexie'
import { type Base, type Cache, isRow, type Overlay, type Row, rowId, searchId, splitRowId } from './cache'
import { type Change, change } from './change'
import { reopening } from './idb'
import { inside, Layer, livesIn, since } from './layer'
import { readRows, writeRows } from './rows'
import type { Settlement } from './settlement'

/** The guesses that changed one of these, or looked at it. */
async function overlaysOn(cache: Cache, ids: Set<string>): Promise<Overlay[]> {
  if (ids.size === 0) return []
  // Many seeks cost more than one walk over work that is bounded by what a person did.
  if (ids.size > 200)
    return (await cache.db._overlay.toArray()).filter(({ rows, looked = [] }) => [...rows, ...looked].some((r) => ids.has(r)))
  const by = (index: 'rows' | 'looked') =>
    cache.db._overlay
      .where(index)
      .anyOf([...ids])
      .distinct()
      .toArray()
  const [changed, looked] = await Promise.all([by('rows'), by('looked')])
  return [...changed, ...looked]
}

/** The searches that find a row. */
function searchesFor(cache: Cache, entity: string, row: Row): string[] {
  return cache
    .table(entity)
    .schema.indexes.flatMap(({ keyPath }) => (typeof keyPath === 'string' ? searchId(entity, keyPath, row[keyPath]) : []))
}

/** By what a guess may have looked for what the server says here: the rows' keys, and what their indexes hold. */
function sought(cache: Cache, news: Change): Set<string> {
  const all = new Set<string>()
  for (const [entity, keys] of news.gone) for (const key of keys) all.add(rowId(entity, key))
  for (const [entity, rows] of news.put)
    for (const row of rows) {
      all.add(rowId(entity, cache.keyOf(entity, row)))
      for (const search of searchesFor(cache, entity, row)) all.add(search)
    }
  return all
}

/**
 * What guesses that were made again have met: the rows that they changed or looked at, what finds the rows that they changed, and the server's rows that they would have
 * found under other guesses.
 */
async function met(cache: Cache, replayed: Overlay[], layer: Layer): Promise<Set<string>> {
  const all = new Set<string>()
  const searches = new Set<string>()
  for (const { rows, looked = [] } of replayed) {
    for (const id of rows) all.add(id)
    for (const id of looked) (isRow(id) ? all : searches).add(id)
  }
  for (const [id, row] of layer.entries()) if (row && all.has(id)) for (const s of searchesFor(cache, splitRowId(id)[0], row)) all.add(s)
  if (searches.size > 0)
    for (const { id, row } of await cache.db._base.toArray())
      if (row && searchesFor(cache, splitRowId(id)[0], row).some((s) => searches.has(s))) all.add(id)
  return all
}

/** Those of the ids that have a server row under a guess. */
async function basedAmong(cache: Cache, ids: () => string[], count: number): Promise<Set<string>> {
  const bases = await cache.db._base.count()
  if (bases === 0 || count === 0) return new Set()
  if (bases < count) return new Set(await cache.db._base.toCollection().primaryKeys())
  const wanted = ids()
  const found = await cache.db._base.bulkGet(wanted)
  return new Set(wanted.filter((_, i) => found[i] !== undefined))
}

/** Rows of the dropped scopes: taken away, or only their scopes shortened where another scope of ours still has them. */
async function dropScopes(cache: Cache, scopes: string[], into: Change): Promise<string[]> {
  const removed: string[] = []
  const dropped = new Set(scopes)
  const judge = (id: string, row: Row) => {
    const [entity, key] = splitRowId(id)
    const rest = (row.scopes ?? []).filter((s) => !dropped.has(s))
    if (rest.length > 0) append(into.put, entity, { ...row, scopes: rest })
    else {
      append(into.gone, entity, key)
      removed.push(id)
    }
  }
  const based = new Map((await cache.db._base.toArray()).map((b) => [b.id, b.row]))
  const hit = (row: Row) => row.scopes?.some((s) => dropped.has(s)) ?? false
  for (const entity of cache.entities) {
    for (const row of await cache.table(entity).filter(hit).toArray()) {
      const id = rowId(entity, cache.keyOf(entity, row))
      if (!based.has(id)) judge(id, row)
    }
  }
  for (const [id, row] of based) if (row && hit(row)) judge(id, row)
  return removed
}

function append<T>(groups: Map<string, T[]>, entity: string, item: T): void {
  const group = groups.get(entity)
  if (group) group.push(item)
  else groups.set(entity, [item])
}

/**
 * Puts the server's news under the guesses, inside the caller's transaction over `cache.all` (or, where nothing is pending, over the tables of the change):
 * server rows go to the base, guesses that are settled and pulled are forgotten, the rest are made again on the rows that moved, and on no others.
 */
export async function rebase(cache: Cache, news: Change): Promise<void> {
  // 1. What the server says of rows that no guess covers goes straight to the tables: in a first load that is everything, written once.
  const next = new Map<string, Base>()
  const withdrawn = new Set<string>()
  const pendingAny = (await cache.db._overlay.count()) > 0
  const found = pendingAny ? sought(cache, news) : new Set<string>()
  if (news.drop.length > 0) {
    const dropping = change()
    for (const id of await dropScopes(cache, news.drop, dropping)) withdrawn.add(id)
    if (pendingAny) for (const id of sought(cache, dropping)) found.add(id)
    await place(cache, dropping, next)
  }
  await place(cache, news, next)
  // Access was withdrawn: unlike a row that merely moved, it is not shown any longer even where work on it waits.
  for (const id of withdrawn) {
    const base = next.get(id)
    if (base?.gone) next.set(id, { id, row: null })
  }

  // 2. Our own mutations that the server has judged.
  const finished = new Map((await judge(cache, news.outcomes)).map((entry) => [entry.id, entry]))
  if (news.version !== undefined) {
    const { epoch } = await cache.state()
    for (const entry of await heldAt(cache, news.version, epoch)) finished.set(entry.id, entry)
  }
  if (next.size === 0 && finished.size === 0 && news.again.length === 0 && found.size === 0) return

  // 3. The rows to be shown anew: those that moved, and every row that shares a guess with one of them.
  const dirty = new Set<string>([...next.keys(), ...news.again])
  for (const entry of finished.values()) for (const id of entry.rows) dirty.add(id)
  const covering = new Map<string, Overlay>()
  const cover = async (from: Set<string>): Promise<void> => {
    for (let frontier = from; frontier.size > 0; ) {
      const wider = new Set<string>()
      for (const entry of await overlaysOn(cache, frontier)) {
        if (covering.has(entry.id)) continue
        covering.set(entry.id, entry)
        for (const id of [...entry.rows, ...(entry.looked ?? []).filter(isRow)]) if (!dirty.has(id)) wider.add(id)
      }
      for (const id of wider) dirty.add(id)
      frontier = wider
    }
  }
  await cover(new Set([...dirty, ...found]))

  // 4. From the server's rows, make the guesses again. Made otherwise than before, they may have to do with others: then those are made again, too.
  const all = await cache.db._overlay.count()
  let again = await replay(cache, dirty, [...covering.values()], finished, next)
  for (let known = 0; covering.size < all && known < covering.size; ) {
    known = covering.size
    await cover(await met(cache, again.replayed, again.layer))
    if (covering.size > known) again = await replay(cache, dirty, [...covering.values()], finished, next)
  }
  const { ids, shown, stored, layer, bases, replayed } = again

  // 5. Write what differs, so that no live query wakes for nothing.
  const covered = new Set(replayed.flatMap((o) => o.rows))
  const fresh = [...covered].filter((id) => !bases.has(id))
  const freshBases = await cache.db._base.bulkGet(fresh)
  const freshRows = await readRows(cache, fresh)
  fresh.forEach((id, i) => {
    bases.set(id, freshBases[i] ?? { id, row: freshRows.get(id) ?? null })
    shown.set(id, freshRows.get(id) ?? null)
  })
  await writeRows(
    cache,
    [...layer.entries()].filter(([id, row]) => JSON.stringify(row) !== JSON.stringify(shown.get(id) ?? null)),
  )
  const standing = new Set(stored.flatMap((base) => (base && !next.has(base.id) ? [base.id] : [])))
  await cache.db._base.bulkPut([...covered].flatMap((id) => (standing.has(id) ? [] : (bases.get(id) ?? []))))
  await cache.db._base.bulkDelete(ids.filter((id) => !covered.has(id)))
  await cache.db._overlay.bulkPut(replayed)
  await cache.db._overlay.bulkDelete([...finished.keys()])
}

/** Makes guesses again, in their order, on the server's rows under these; nothing is written yet. */
async function replay(cache: Cache, dirty: Set<string>, covering: Overlay[], finished: Map<string, Overlay>, next: Map<string, Base>) {
  const replayed = covering
    .filter((o) => !finished.has(o.id))
    .map((o) => ({ ...o }))
    .sort((a, b) => a.n - b.n)
  const ids = [...dirty]
  const shown = await readRows(cache, ids)
  const stored = await cache.db._base.bulkGet(ids)
  const waitedFor = new Set(replayed.flatMap((o) => o.rows))
  const life = replayed.some((o) => o.held ?? o.version) ? await livesIn(cache) : undefined
  const layer = new Layer(cache, Dexie.currentTransaction, life)
  const bases = new Map<string, Base>()
  const kept = new Set<string>()
  ids.forEach((id, i) => {
    const base = next.get(id) ?? stored[i] ?? { id, row: shown.get(id) ?? null }
    bases.set(id, base)
    const keep = base.gone && waitedFor.has(id)
    layer.set(id, keep ? (shown.get(id) ?? null) : base.row)
    if (keep) {
      layer.frozen.add(id)
      kept.add(id)
    }
  })
  for (const entry of replayed) {
    try {
      const { rows, looked } = await inside(layer.run(entry))
      // What is shown of a row that has gone holds the guess already, so made again it may change nothing; the row still goes only when the guess does.
      entry.rows = [...new Set([...rows, ...entry.rows.filter((id) => kept.has(id))])]
      entry.looked = looked
      delete entry.stuck
    } catch {
      entry.stuck = true
      for (const id of entry.rows) {
        // Frozen, since what was shown holds the later guesses too: making them again would count twice.
        layer.set(id, shown.get(id) ?? null)
        layer.frozen.add(id)
      }
    }
  }
  return { ids, shown, stored, layer, bases, replayed }
}

/** Notes from which version on the server's rows contain a guess. Returns the guesses that it has refused. */
async function judge({ db }: Cache, outcomes: Settlement[]): Promise<Overlay[]> {
  if (outcomes.length === 0) return []
  const entries = await db._overlay.bulkGet(outcomes.map((o) => o.id))
  const refused: Overlay[] = []
  const applied = outcomes.flatMap(({ status, version, epoch }, i): Overlay[] => {
    const entry = entries[i]
    if (entry && status !== 'applied') refused.push(entry)
    return entry && status === 'applied' && (entry.version !== version || entry.epoch !== epoch) ? [{ ...entry, version, epoch }] : []
  })
  if (applied.length > 0) await db._overlay.bulkPut(applied)
  return refused
}

/** Rows without a guess into the tables, the others into `next`. */
async function place(cache: Cache, news: Change, next: Map<string, Base>): Promise<void> {
  let count = 0
  for (const rows of news.put.values()) count += rows.length
  for (const keys of news.gone.values()) count += keys.length
  const ids = () => {
    const all: string[] = []
    for (const [entity, rows] of news.put) for (const row of rows) all.push(rowId(entity, cache.keyOf(entity, row)))
    for (const [entity, keys] of news.gone) for (const key of keys) all.push(rowId(entity, key))
    return all
  }
  const based = await basedAmong(cache, ids, count)
  const writes: Promise<unknown>[] = []
  for (const [entity, keys] of news.gone) {
    const plain = based.size === 0 ? keys : keys.filter((key) => !based.has(rowId(entity, key)))
    for (const key of based.size === 0 ? [] : keys) {
      const id = rowId(entity, key)
      if (based.has(id)) next.set(id, { id, row: null, gone: true })
    }
    if (plain.length > 0) writes.push(cache.table(entity).bulkDelete(plain))
  }
  for (const [entity, rows] of news.put) {
    let plain = rows
    if (based.size > 0) {
      plain = []
      for (const row of rows) {
        const id = rowId(entity, cache.keyOf(entity, row))
        if (based.has(id)) next.set(id, { id, row })
        else plain.push(row)
      }
    }
    if (plain.length > 0) writes.push(cache.table(entity).bulkPut(plain))
  }
  await Promise.all(writes)
}

/**
 * Where all were applied, no row moves as a rule: none is pulled yet, and the versions are noted, or the server's rows came first and their guesses changed
 * nothing on top of them. Screens go on reading. False where a rebase is needed.
 */
async function noteApplied(cache: Cache, outcomes: Settlement[], fence?: number): Promise<boolean> {
  if (outcomes.some((o) => o.status !== 'applied')) return false
  const { db } = cache
  return reopening(db, () =>
    db.transaction('rw', db._overlay, db._meta, db._base, db._seen, async () => {
      if (fence !== undefined) await cache.check(fence)
      const { version, loading, cursor, epoch } = await cache.state()
      // Nothing is written before it is known to be all: a guess that has its version, and is still shown on top of rows that hold it, would show twice.
      const entries = await judged(cache, outcomes)
      if (loading.length > 0 || cursor === '') {
        if ((await heldAlready(cache, entries)).length > 0) return false
        await judge(cache, outcomes)
        return true
      }
      const pulled = [...(await heldAt(cache, version, epoch)), ...entries.filter((o) => since(o, version, epoch))]
      if (pulled.some((o) => o.rows.length > 0)) return false
      await judge(cache, outcomes)
      if (pulled.length > 0) await db._overlay.bulkDelete(pulled.map((o) => o.id))
      return true
    }),
  )
}

/** The guesses of these outcomes, with the versions that they have by them. */
async function judged({ db }: Cache, outcomes: Settlement[]): Promise<Overlay[]> {
  const entries = await db._overlay.bulkGet(outcomes.map((o) => o.id))
  return outcomes.flatMap(({ status, version, epoch }, i): Overlay[] => {
    const entry = entries[i]
    return entry ? [status === 'applied' ? { ...entry, version, epoch } : entry] : []
  })
}

/** In the middle of a load, or before it: the rows that hold one of these already, and show its guess on top of it. */
async function heldAlready(cache: Cache, entries: Overlay[]): Promise<string[]> {
  const rows = [...new Set(entries.flatMap((o) => o.rows))]
  const versions = new Map((await cache.db._base.bulkGet(rows)).map((base, i) => [rows[i], base?.row?.version ?? 0]))
  const life = await livesIn(cache)
  return entries.flatMap((o) => o.rows.filter((id) => since(o, versions.get(id) ?? 0, life(id))))
}

/** The guesses that all rows of this moment of the server hold. */
function heldAt({ db }: Cache, version: number, epoch: string): Promise<Overlay[]> {
  return db._overlay
    .where('version')
    .belowOrEqual(version)
    .and((o) => since(o, version, epoch))
    .toArray()
}

/** Runs a rebase that no pull brought: outcomes of a push. */
export async function settleInCache(cache: Cache, outcomes: Settlement[], fence?: number): Promise<void> {
  if (outcomes.length === 0 || (await noteApplied(cache, outcomes, fence))) return
  await reopening(cache.db, () =>
    cache.db.transaction('rw', cache.all, async () => {
      if (fence !== undefined) await cache.check(fence)
      const { version, loading, cursor } = await cache.state()
      if (loading.length === 0 && cursor !== '') return rebase(cache, change({ outcomes, version }))
      const again = await heldAlready(cache, await judged(cache, outcomes))
      await rebase(cache, change({ outcomes, again }))
    }),
  )
}
