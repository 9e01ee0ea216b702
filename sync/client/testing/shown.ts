import type { Base, Cache, Overlay, Row, Seen, SyncState } from '../cache'
import { rowId, splitRowId, wholeOf } from '../cache'
import type { Client, Work } from '../client'
import { Sum } from '../digest'
import type { Local } from '../effect'
import { holding, type Life, lifeOf, since } from '../layer'
import { pending } from '../reconcile'

/** What a row looks like in a store of these tests, which keeps what was put in as it is and copies it for whoever asks. */
interface Fake {
  _rawObjectStore: { records: { values(): Iterable<{ value: unknown }> } }
}

/**
 * The records themselves, not copies: nobody may change them, and one that is the same object says what it said before. Only inside a transaction that has begun,
 * which no write is beside.
 */
const lying = <T>(tx: IDBTransaction, store: string): T[] =>
  Array.from((tx.objectStore(store) as unknown as Fake)._rawObjectStore.records.values(), ({ value }) => value as T)

/** The rows of one moment of a device. */
interface Moment {
  state: SyncState
  overlays: Overlay[]
  bases: Map<string, Base>
  /** As screens see them. */
  shown: Map<string, Row>
  /** As the server has them. */
  server: Map<string, Row>
  life: Life
}

function look(cache: Cache): Promise<Moment> {
  return cache.db.transaction('r', cache.all, async ({ idbtrans }) => {
    const state = await cache.state() // with which it begins
    const shown = new Map<string, Row>()
    for (const entity of cache.entities)
      for (const row of lying<Row>(idbtrans, entity)) shown.set(rowId(entity, cache.keyOf(entity, row)), row)
    const bases = new Map(lying<Base>(idbtrans, '_base').map((b) => [b.id, b]))
    const overlays = structuredClone(lying<Overlay>(idbtrans, '_overlay')).sort((a, b) => a.n - b.n)
    const server = new Map<string, Row>()
    for (const [id, row] of shown) if (!bases.has(id)) server.set(id, row)
    for (const [id, { row }] of bases) if (row) server.set(id, row)
    return { state, overlays, bases, shown, server, life: lifeOf(state, lying<Seen>(idbtrans, '_seen')) }
  })
}

/** The scopes that a cursor follows: the real server's is packed, that of the tests is not. */
export function scopesOf(cursor: string): Set<string> {
  const text = cursor.startsWith('{') ? cursor : atob(cursor.replace(/-/g, '+').replace(/_/g, '/'))
  const { s, l } = JSON.parse(text) as { s: Record<string, number>; l?: string }
  return new Set([...Object.keys(s), ...(l ? [l] : [])])
}

/** The guesses made anew, one after the other, on the server's rows alone: apart from how the client gets there. And what each of them wrote. */
async function made(cache: Cache, server: Map<string, Row>, overlays: Overlay[], life: Life) {
  const rows = new Map(server)
  const wrote: { rows: string[] }[] = []
  for (const entry of overlays) {
    const own = { rows: [...entry.rows] }
    wrote.push(own)
    const effect = cache.effects.get(entry.op)
    if (!effect) continue
    const held = (id: string) => {
      const row = rows.get(id)
      return row !== undefined && holding(entry, row, life(id))
    }
    const write = async (entity: string, key: string, row: Row | undefined): Promise<void> => {
      const id = rowId(entity, key)
      if (held(id)) return
      own.rows.push(id)
      if (row) rows.set(id, row)
      else rows.delete(id)
    }
    const local = (entity: string): Local<Row> => ({
      get: async (key) => structuredClone(rows.get(rowId(entity, key))),
      where: async (index, value) =>
        [...rows].flatMap(([id, row]) => (splitRowId(id)[0] === entity && row[index] === value ? [structuredClone(row)] : [])),
      put: (row) => write(entity, cache.keyOf(entity, row), row),
      update: async (key, patch) => {
        const row = rows.get(rowId(entity, key))
        if (row) await write(entity, key, { ...row, ...patch })
        return row !== undefined
      },
      delete: (key) => write(entity, key, undefined),
    })
    const locals = Object.fromEntries(effect.tables.map((entity) => [entity, local(entity)]))
    await effect.run(locals as Record<string, Local<never>>, structuredClone(entry.args) as never, entry)
  }
  return { rows, wrote }
}

/** Rows that share a guess with one of these, over any number of guesses. */
function closure(rows: Iterable<string>, overlays: Pick<Overlay, 'rows'>[]): Set<string> {
  const all = new Set(rows)
  for (let grew = true; grew; ) {
    grew = false
    for (const { rows } of overlays)
      if (rows.some((r) => all.has(r)))
        for (const r of rows)
          if (!all.has(r)) {
            all.add(r)
            grew = true
          }
  }
  return all
}

const sorted = (row: Row | undefined) => JSON.stringify(row && Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))

/**
 * What each version of a row says, of whichever device or moment: two answers that differ would be two rows under one name. One for each
 * organisation.
 */
export class Said {
  /** As they came first. Most come again letter for letter, and sorting each would cost more than all else that is looked at. */
  private readonly rows = new Map<string, string>()
  /** In which life of the server's database a record was last looked at. */
  private readonly looked = new WeakMap<Row, string>()

  differs(epoch: string, id: string, row: Row): string | undefined {
    if (this.looked.get(row) === epoch) return undefined
    const differs = this.differsFromFirst(epoch, id, row)
    if (differs === undefined) this.looked.set(row, epoch)
    return differs
  }

  private differsFromFirst(epoch: string, id: string, row: Row): string | undefined {
    const { scopes: _, ...rest } = row
    const name = `${epoch} ${id} ${row.version}`
    const came = JSON.stringify(rest)
    const before = this.rows.get(name)
    if (before === undefined) {
      this.rows.set(name, came)
      return undefined
    }
    if (before === came) return undefined
    const [is, was] = [sorted(rest), sorted(JSON.parse(before) as Row)] // it came from such a row
    return is === was ? undefined : `${id.replace('\u0000', ' ')} at ${row.version} is ${is}, and was ${was}`
  }
}

/**
 * What a device's stores must be at whatever moment they are looked at: the rows at the cursor, the guesses on top of them and nothing else, and no row
 * of a scope that the cursor does not follow.
 */
export async function wrongRows(cache: Cache, said: Said): Promise<string | undefined> {
  return wrongAt(await look(cache), cache, said)
}

async function wrongAt({ state, overlays, bases, shown, server, life }: Moment, cache: Cache, said: Said): Promise<string | undefined> {
  if (state.cursor !== '' && !state.sweep) {
    const ours = scopesOf(state.cursor)
    for (const s of state.loading) ours.add(s)
    for (const [id, row] of server) {
      const beyond = (row.scopes ?? []).filter((s) => !ours.has(s))
      if (beyond.length > 0 || !row.scopes?.length)
        return `${id.replace('\u0000', ' ')} is of ${row.scopes}, the cursor follows ${[...ours]}`
    }
  }
  // In the middle of a load over old rows some are of another life than the others.
  if (!state.sweep && state.epoch !== '')
    for (const [id, row] of server) {
      const differs = said.differs(state.epoch, id, row)
      if (differs) return differs
    }

  const covered = new Set(overlays.flatMap((o) => o.rows))
  for (const id of bases.keys()) if (!covered.has(id)) return `${id.replace('\u0000', ' ')} has a row under it and no guess on top`
  for (const id of covered) if (!bases.has(id)) return `${id.replace('\u0000', ' ')} has a guess on top and no row under it`
  if (state.loading.length === 0 && state.cursor !== '')
    for (const o of overlays)
      if (since(o, state.version, state.epoch)) return `${o.op} ${o.id}, which the rows at ${state.version} hold, is still shown on top`

  let expected: Map<string, Row>
  let wrote: Pick<Overlay, 'rows'>[]
  try {
    const standing = overlays.filter((o) => !o.stuck)
    ;({ rows: expected, wrote } = await made(cache, server, standing, life))
  } catch (err) {
    return `a guess cannot be made: ${err}`
  }
  // A row that was taken away while work on it waits is shown as it was, and nothing that a guess would make in its place; a guess that cannot be made again
  // leaves what was shown.
  const asItWas = closure(
    [...[...bases.values()].flatMap((b) => (b.gone ? [b.id] : [])), ...overlays.flatMap((o) => (o.stuck ? o.rows : []))],
    [...overlays, ...wrote],
  )
  for (const id of new Set([...expected.keys(), ...shown.keys()])) {
    if (asItWas.has(id)) continue
    if (expected.get(id) === shown.get(id)) continue // no guess has touched it
    const [want, is] = [sorted(expected.get(id)), sorted(shown.get(id))]
    if (want !== is)
      return `${id.replace('\u0000', ' ')} is shown as ${is}; the server's ${sorted(server.get(id))} with ${overlays.map((o) => `${o.n}:${o.op}${o.version === undefined ? '' : `@${o.version}`}`)} is ${want}`
  }
  return undefined
}

/** What the outbox keeps of a person's work. To be read before the rows: what is written in between is in both or in the rows. */
async function keptOf({ outbox, person }: Work) {
  return { kept: await outbox.kept(person.id), queue: await outbox.queue() }
}

/**
 * Of all that is kept in the outbox, what the rows do not hold yet is shown, once, and nothing else is. Between the write of the one store and that of the
 * other it may not be so; it is once nothing real is under way.
 */
function wrongWork({ kept, queue }: Awaited<ReturnType<typeof keptOf>>, { state, overlays }: Moment, { cache }: Work): string | undefined {
  if (state.reapply) return undefined
  const byId = new Map(overlays.map((o) => [o.id, o]))
  const rows = wholeOf(state)
  for (const m of kept) {
    const entry = byId.get(m.id)
    if (m.outcome && m.outcome.status !== 'applied') {
      if (entry) return `${m.op} ${m.id} was ${m.outcome.status} and is shown`
    } else if (!entry && cache.effects.has(m.op) && pending(m, rows, queue.epoch))
      return `${m.op} ${m.id} (${m.outcome ? `applied at ${m.outcome.version}` : 'waiting'}) is not shown; rows of ${JSON.stringify(rows)}`
    byId.delete(m.id)
  }
  for (const o of byId.values()) if (o.version === undefined) return `${o.op} ${o.id} is shown as unsent, and the outbox does not have it`
  return undefined
}

/** Whether the rows are those that the server counts at the cursor. Counted apart from how the client does it, which `digest` is. */
function wrongCount({ state, server }: Moment): string | undefined {
  if (state.loading.length > 0) return undefined
  const sums = new Map(Object.keys(state.digest).map((scope) => [scope, new Sum()]))
  if (sums.size > 0) for (const [id, row] of server) for (const scope of row.scopes ?? []) sums.get(scope)?.add(`${id}\u0000${row.version}`)
  for (const [scope, sum] of sums)
    if (String(sum) !== state.digest[scope])
      return `at ${state.version} it has ${sum} of ${scope}, the server counts ${state.digest[scope]}`
  return undefined
}

/** All of it, of what a tab shows. `settle` lets what is real come to its end; it is asked for only where something looks wrong. */
export async function wronglyShown(client: Client, said: Said, settle: () => Promise<void>): Promise<string | undefined> {
  const { work } = client
  if (!work || work.cache.stale) return undefined
  const looked = async () => [await keptOf(work), await look(work.cache)] as const
  const [kept, moment] = await looked()
  const rows = (await wrongAt(moment, work.cache, said)) ?? wrongCount(moment)
  if (rows) return rows
  if (!work.engine.status().leads || !wrongWork(kept, moment, work)) return undefined
  await settle()
  return client.work === work && work.engine.status().leads ? wrongWork(...(await looked()), work) : undefined
}
