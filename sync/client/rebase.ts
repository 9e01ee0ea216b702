import Dexie, { type Table, type Transaction } from 'dexie'
import { type Base, type Cache, type Overlay, type Row, rowId, type SyncState, splitRowId } from './cache'
import type { Local } from './effect'
import { reopening } from './idb'
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
 * A buffer over the local tables inside one transaction. IndexedDB has no savepoints: an effect that throws must leave nothing behind,
 * so effects write here and the result goes to the tables in one piece.
 */
class Layer {
  private readonly rows = new Map<string, Row | null>()
  /** What the tables held when an effect first looked. */
  readonly read = new Map<string, Row | null>()
  /** Rows that the server took away while work on them is unsent: shown as they were, changed by no effect. */
  readonly frozen = new Set<string>()
  private trial: Map<string, Row | null> | undefined
  /** The version since which the server's rows hold the effect that runs: such a row is left as it is, or it would count twice. */
  private since: number | undefined
  private touched: Set<string> | undefined

  /**
   * Reads in `tx` by name: an effect waits for rows of the buffer, which are nobody's requests, and Dexie then no longer knows in which transaction the
   * next request is made. Made beside it, it would wait for the transaction to end, and everything after it would fail.
   * `reads` is told of each row that is about to be read, so that what else is needed of it can be asked for at the same time.
   */
  constructor(
    private readonly cache: Cache,
    private readonly tx: Transaction,
    private readonly reads?: (id: string) => void,
  ) {}

  set(id: string, row: Row | null): void {
    this.rows.set(id, row)
  }

  /** Runs one effect. Its rows on success; on a throw nothing has changed. */
  async run(made: Omit<Overlay, 'rows'>): Promise<Set<string>> {
    const effect = this.cache.effects.get(made.op)
    const touched = new Set<string>()
    if (!effect) return touched
    this.trial = new Map()
    this.touched = touched
    this.since = made.version
    try {
      const locals = Object.fromEntries(effect.tables.map((entity) => [entity, this.local(entity)]))
      await effect.run(locals as Record<string, Local<never>>, structuredClone(made.args) as never, made) // types were checked where the effect was declared
      for (const [id, row] of this.trial) this.rows.set(id, row)
      return touched
    } finally {
      this.trial = undefined
      this.touched = undefined
      this.since = undefined
    }
  }

  private known(id: string): Row | null | undefined {
    const trial = this.trial?.get(id)
    return trial !== undefined ? trial : this.rows.get(id)
  }

  private local(entity: string): Local<Row> {
    const table: Table<Row, string> = this.tx.table(entity)
    const get = async (key: string) => {
      const id = rowId(entity, key)
      const buffered = this.known(id) ?? this.read.get(id)
      if (buffered !== undefined) return buffered ?? undefined
      this.reads?.(id)
      const row = await table.get(key)
      this.read.set(id, row ?? null)
      return row
    }
    // Read only where it matters: a tap's own effect has no version yet.
    const holds = async (key: string) => this.since !== undefined && ((await get(key))?.version ?? 0) >= this.since
    const write = async (key: string, row: Row | null) => {
      const id = rowId(entity, key)
      if (await holds(key)) return
      this.touched?.add(id)
      if (!this.frozen.has(id)) this.trial?.set(id, row)
    }
    return {
      get: async (key) => structuredClone(await get(key)),
      where: async (index, value) => {
        const found = new Map<string, Row>()
        for (const row of await table.where(index).equals(value).toArray()) found.set(this.cache.keyOf(entity, row), row)
        for (const id of new Set([...this.rows.keys(), ...(this.trial?.keys() ?? [])])) {
          const [e, key] = splitRowId(id)
          if (e !== entity) continue
          const row = this.known(id)
          if (row && row[index] === value) found.set(key, row)
          else found.delete(key)
        }
        return structuredClone([...found.values()])
      },
      put: async (row) => write(this.cache.keyOf(entity, row), row),
      update: async (key, patch) => {
        const row = await get(key)
        if (!row) return false
        await write(key, { ...row, ...patch })
        return true
      },
      delete: async (key) => write(key, null),
    }
  }

  entries(): IterableIterator<[string, Row | null]> {
    return this.rows.entries()
  }
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

/** Shows a mutation's effect, once. On the way of every tap, so it takes as few requests of the store as it can. */
export async function apply(cache: Cache, m: Mutation): Promise<void> {
  const effect = cache.effects.get(m.op)
  if (!effect) return
  const { db } = cache
  const { id, n, op, args, at, user, device } = m
  const tables = [...effect.tables.map((name) => cache.table(name)), db._base, db._overlay]
  const work = () =>
    db.transaction('rw', tables, async (tx) => {
      const entry: Overlay = { id, n, op, args, at, user, device, rows: [] }
      if (m.outcome?.status === 'applied' && m.outcome.version !== undefined) entry.version = m.outcome.version
      const asked = new Map<string, PromiseLike<Base | undefined>>()
      const base = tx.table<Base, string>('_base')
      const layer = new Layer(cache, tx, (rid) => asked.set(rid, base.get(rid)))
      try {
        entry.rows = [...(await inside(layer.run(entry)))]
      } catch {
        entry.stuck = true // recorded all the same: the action happened, only its preview failed
      }
      const unread = entry.rows.filter((rid) => !layer.read.has(rid))
      const [known, rest] = await Promise.all([
        Promise.all(entry.rows.map((rid) => asked.get(rid) ?? db._base.get(rid))),
        unread.length > 0 ? readRows(cache, unread) : new Map<string, Row | null>(),
      ])
      // A base that is there already is the server's row; what we have just read is a guess on top of it.
      const bases = entry.rows.flatMap((rid, i): Base[] =>
        known[i] ? [] : [{ id: rid, row: layer.read.get(rid) ?? rest.get(rid) ?? null }],
      )
      await Promise.all([
        db._overlay.add(entry), // not put: were it shown already, all of this must not happen a second time
        bases.length > 0 ? db._base.bulkPut(bases) : undefined,
        writeRows(cache, [...layer.entries()]),
      ])
    })
  try {
    await reopening(db, work)
  } catch (err) {
    if ((err as Error).name !== 'ConstraintError') throw err
  }
}

async function overlaysOn(cache: Cache, ids: Set<string>): Promise<Overlay[]> {
  if (ids.size === 0) return []
  // Many seeks cost more than one walk over work that is bounded by what a person did.
  if (ids.size > 200) return (await cache.db._overlay.toArray()).filter((o) => o.rows.some((r) => ids.has(r)))
  return cache.db._overlay
    .where('rows')
    .anyOf([...ids])
    .distinct()
    .toArray()
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
  if (news.drop.length > 0) {
    const dropping = change()
    for (const id of await dropScopes(cache, news.drop, dropping)) withdrawn.add(id)
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
    for (const entry of await cache.db._overlay.where('version').belowOrEqual(news.version).toArray()) finished.set(entry.id, entry)
  }
  if (next.size === 0 && finished.size === 0 && news.again.length === 0) return

  // 3. The rows to be shown anew: those that moved, and every row that shares a guess with one of them.
  const dirty = new Set<string>([...next.keys(), ...news.again])
  for (const entry of finished.values()) for (const id of entry.rows) dirty.add(id)
  const covering = new Map<string, Overlay>()
  for (let frontier = new Set(dirty); frontier.size > 0; ) {
    const wider = new Set<string>()
    for (const entry of await overlaysOn(cache, frontier)) {
      if (covering.has(entry.id)) continue
      covering.set(entry.id, entry)
      for (const id of entry.rows) if (!dirty.has(id)) wider.add(id)
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
  const layer = new Layer(cache, Dexie.currentTransaction)
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
      const rows = await inside(layer.run(entry))
      // What is shown of a row that has gone holds the guess already, so made again it may change nothing; the row still goes only when the guess does.
      entry.rows = [...new Set([...rows, ...entry.rows.filter((id) => kept.has(id))])]
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
  const applied = outcomes.flatMap(({ status, version }, i): Overlay[] => {
    const entry = entries[i]
    if (entry && status !== 'applied') refused.push(entry)
    return entry && status === 'applied' && entry.version !== version ? [{ ...entry, version }] : []
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
    db.transaction('rw', db._overlay, db._meta, db._base, async () => {
      if (fence !== undefined) await cache.check(fence)
      await judge(cache, outcomes)
      const { version, loading } = await cache.state()
      if (loading.length > 0) return (await heldAlready(cache, outcomes)).length === 0
      const pulled = await db._overlay.where('version').belowOrEqual(version).toArray()
      if (pulled.some((o) => o.rows.length > 0)) return false
      if (pulled.length > 0) await db._overlay.bulkDelete(pulled.map((o) => o.id))
      return true
    }),
  )
}

/** In the middle of a load: the rows that hold one of these already, and show its guess on top of it. */
async function heldAlready({ db }: Cache, outcomes: Settlement[]): Promise<string[]> {
  const entries = (await db._overlay.bulkGet(outcomes.map((o) => o.id))).filter((o) => o?.version !== undefined)
  const rows = [...new Set(entries.flatMap((o) => o?.rows ?? []))]
  const versions = new Map((await db._base.bulkGet(rows)).map((base, i) => [rows[i], base?.row?.version ?? 0]))
  return entries.flatMap((o) => o?.rows.filter((id) => (versions.get(id) ?? 0) >= (o.version ?? 0)) ?? [])
}

/** Runs a rebase that no pull brought: outcomes of a push. */
export async function settleInCache(cache: Cache, outcomes: Settlement[], fence?: number): Promise<void> {
  if (outcomes.length === 0 || (await noteApplied(cache, outcomes, fence))) return
  await reopening(cache.db, () =>
    cache.db.transaction('rw', cache.all, async () => {
      if (fence !== undefined) await cache.check(fence)
      const { version, loading } = await cache.state()
      if (loading.length === 0) return rebase(cache, change({ outcomes, version }))
      await judge(cache, outcomes)
      await rebase(cache, change({ outcomes, again: await heldAlready(cache, outcomes) }))
    }),
  )
}

/** The last complete moment of the server that the rows showed. */
export const wholeOf = ({ whole, epoch, version }: SyncState): { epoch: string; version: number } => whole ?? { epoch, version }

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
  await apply(cache, m)
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
  const unsettled = new Set((await outbox.kept(user)).flatMap((m) => (m.outcome ? [] : [m.id])))
  await cache.db._overlay
    .toCollection()
    .and((o) => o.version !== undefined && unsettled.has(o.id))
    .modify((o) => {
      delete o.version // offered again under a new epoch: its old version means nothing now
    })
  // The overlays are read first: each had its mutation written before it, so one without a mutation is one that is long settled.
  const overlays = await cache.db._overlay.toArray()
  const mutations = await outbox.kept(user)
  const byId = new Map(mutations.map((m) => [m.id, m]))
  const { epoch, forgotten = 0 } = await outbox.queue()
  const outcomes = overlays.flatMap((entry): Settlement[] => {
    const m = byId.get(entry.id)
    if (!m) return [{ id: entry.id, status: 'applied', version: entry.version ?? forgotten }]
    return m.outcome ? [{ id: m.id, status: m.outcome.status, version: m.outcome.version ?? 0 }] : []
  })
  await settleInCache(cache, outcomes)
  if (!showMissing) return
  const rows = wholeOf(await cache.state())
  const shown = new Set(overlays.map((o) => o.id))
  const late = mutations.filter((m) => !shown.has(m.id) && pending(m, rows, epoch))
  for (const m of late) await show(cache, outbox, m)
  await reorder(cache, late)
}

/** What was done later may have been shown before these, on the same rows: then all of it is made again in its order. */
async function reorder(cache: Cache, late: Mutation[]): Promise<void> {
  if (late.length === 0) return
  const first = Math.min(...late.map((m) => m.n))
  const ids = new Set(late.map((m) => m.id))
  await reopening(cache.db, () =>
    cache.db.transaction('rw', cache.all, async () => {
      const entries = (await cache.db._overlay.bulkGet([...ids])).filter((o) => o !== undefined)
      const again = [...new Set(entries.flatMap((o) => o.rows))]
      const others = await overlaysOn(cache, new Set(again))
      if (others.some((o) => o.n > first && !ids.has(o.id))) await rebase(cache, change({ again }))
    }),
  )
}
