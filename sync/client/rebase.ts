import Dexie, { type Table } from 'dexie'
import { type Base, type Cache, isRow, type Overlay, type Row, rowId, searchId, splitRowId, wholeOf } from './cache'
import { reopening } from './idb'
import { Layer, livesIn, since } from './layer'
import type { Mutation } from './mutation'
import type { Outbox } from './outbox'
import type { Settlement } from './settlement'

/** What the server said since the last time: whole rows, rows that left, and outcomes of our own mutations. */
export interface Change {
  put: Map<string, Row[]>
  gone: Map<string, string[]>
  drop: string[]
  outcomes: Settlement[]
  /** Rows (as "entity, key" of the cache) whose guesses are to be made again, in order, on what stands under them. */
  again: string[]
  /** The version that the cache shows after this change, when it is a moment of the server; undefined in the middle of a first load. */
  version?: number
}

export function change(part: Partial<Change> = {}): Change {
  return { put: new Map(), gone: new Map(), drop: [], outcomes: [], again: [], ...part }
}

/**
 * Waits for work inside a transaction that may have asked nothing of the store. After a hundred such awaits Dexie would take us to have left the
 * transaction: what follows would be written beside it. A promise of Dexie's own tells it that we are still here.
 */
const inside = <T>(work: Promise<T>): PromiseLike<T> => Dexie.Promise.resolve(work)

function byEntity<T>(ids: Iterable<T>, idOf: (item: T) => string): Map<string, { key: string; item: T }[]> {
  const groups = new Map<string, { key: string; item: T }[]>()
  for (const item of ids) {
    const [entity, key] = splitRowId(idOf(item))
    const group = groups.get(entity)
    if (group) group.push({ key, item })
    else groups.set(entity, [{ key, item }])
  }
  return groups
}

async function readRows(cache: Cache, ids: string[]): Promise<Map<string, Row | null>> {
  const rows = new Map<string, Row | null>()
  for (const [entity, group] of byEntity(ids, (id) => id)) {
    const found = await cache.table(entity).bulkGet(group.map((g) => g.key))
    group.forEach((g, i) => {
      rows.set(g.item, found[i] ?? null)
    })
  }
  return rows
}

async function writeRows(cache: Cache, rows: [string, Row | null][]): Promise<void> {
  for (const [entity, group] of byEntity(rows, ([id]) => id)) {
    const puts = group.flatMap(({ item }) => (item[1] ? [item[1]] : []))
    const deletes = group.flatMap(({ key, item }) => (item[1] ? [] : [key]))
    if (puts.length > 0) await cache.table(entity).bulkPut(puts)
    if (deletes.length > 0) await cache.table(entity).bulkDelete(deletes)
  }
}

/**
 * Shows a mutation's effect, once. On the way of every tap, so it takes as few requests of the store as it can. Where something that was done later is
 * shown on the same rows already (of another tab, or before a crash took this one's preview), both are made again in their order. `epoch` is the life
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
  const work = (tables: Table[], reorders: boolean) => () =>
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
      const about = new Set([...entry.rows, ...(entry.looked ?? []).filter(isRow)]) // on rows that hold what came later it may have changed nothing
      const unread = entry.rows.filter((rid) => !layer.read.has(rid))
      const [known, rest, later] = await Promise.all([
        Promise.all(entry.rows.map((rid) => asked.get(rid) ?? db._base.get(rid))),
        unread.length > 0 ? readRows(cache, unread) : new Map<string, Row | null>(),
        db._overlay.where('n').above(n).toArray(), // as a rule none, however much is shown on these rows
      ])
      const late = later.some(({ rows, looked = [] }) => [...rows, ...looked].some((id) => about.has(id)))
      if (late && !reorders) return false
      // A base that is there already is the server's row; what we have just read is a guess on top of it.
      const bases = entry.rows.flatMap((rid, i): Base[] =>
        known[i] ? [] : [{ id: rid, row: layer.read.get(rid) ?? rest.get(rid) ?? null }],
      )
      await Promise.all([
        db._overlay.add(entry), // not put: were it shown already, all of this must not happen a second time
        bases.length > 0 ? db._base.bulkPut(bases) : undefined,
        writeRows(cache, [...layer.entries()]),
      ])
      if (late) await rebase(cache, change({ again: [...about] }))
      return true
    })
  try {
    if (!(await reopening(db, work(own, false)))) await reopening(db, work(cache.all, true))
  } catch (err) {
    if ((err as Error).name !== 'ConstraintError') throw err
  }
}

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

/** By what a guess may have looked for what the server says here: the rows' keys, and what their indexes hold. */
function sought(cache: Cache, news: Change): Set<string> {
  const all = new Set<string>()
  for (const [entity, keys] of news.gone) for (const key of keys) all.add(rowId(entity, key))
  for (const [entity, rows] of news.put) {
    const { indexes } = cache.table(entity).schema
    for (const row of rows) {
      all.add(rowId(entity, cache.keyOf(entity, row)))
      for (const { keyPath } of indexes) if (typeof keyPath === 'string') all.add(searchId(entity, keyPath, row[keyPath]))
    }
  }
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
  for (let frontier = new Set([...dirty, ...found]); frontier.size > 0; ) {
    const wider = new Set<string>()
    for (const entry of await overlaysOn(cache, frontier)) {
      if (covering.has(entry.id)) continue
      covering.set(entry.id, entry)
      for (const id of [...entry.rows, ...(entry.looked ?? []).filter(isRow)]) if (!dirty.has(id)) wider.add(id)
    }
    for (const id of wider) dirty.add(id)
    frontier = wider
  }
  const replayed = [...covering.values()].filter((o) => !finished.has(o.id)).sort((a, b) => a.n - b.n)

  // 4. From the server's rows, make the guesses again.
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

/** Whether what is shown is a moment of the server that holds what was judged so. */
async function holdsNow(cache: Cache, judged: Pick<Overlay, 'version' | 'epoch'>): Promise<boolean> {
  const { version, loading, cursor, epoch } = await cache.state()
  return loading.length === 0 && cursor !== '' && since(judged, version, epoch)
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
