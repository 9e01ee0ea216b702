import type { Base, Cache, Overlay, Row, SyncState } from '../cache'
import { rowId, splitRowId, wholeOf } from '../cache'
import type { Client, Work } from '../client'
import { digests } from '../digest'
import type { Local } from '../effect'
import { holding, type Life, lifeOf, since } from '../layer'
import { pending } from '../reconcile'

/** The rows of one moment of a device. */
interface Moment {
  state: SyncState
  overlays: Overlay[]
  bases: Map<string, Base>
  /** As screens see them. */
  shown: Map<string, Row>
  life: Life
}

function look(cache: Cache): Promise<Moment> {
  const { db } = cache
  return db.transaction('r', cache.all, async () => {
    const shown = new Map<string, Row>()
    for (const entity of cache.entities)
      for (const row of await cache.table(entity).toArray()) shown.set(rowId(entity, cache.keyOf(entity, row)), row)
    const bases = new Map((await db._base.toArray()).map((b) => [b.id, b]))
    const overlays = (await db._overlay.toArray()).sort((a, b) => a.n - b.n)
    const state = await cache.state()
    const life = lifeOf(state, await db._seen.toArray())
    return { state, overlays, bases, shown, life }
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

  differs(epoch: string, id: string, row: Row): string | undefined {
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
  const { state, overlays, bases, shown, life } = await look(cache)
  const server = new Map<string, Row>()
  for (const [id, row] of shown) if (!bases.has(id)) server.set(id, row)
  for (const [id, { row }] of bases) if (row) server.set(id, row)

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

/**
 * Of all that is kept in the outbox, what the rows do not hold yet is shown, once, and nothing else is. Between the write of the one store and that of the
 * other it may not be so; it is once nothing real is under way.
 */
export async function wrongWork({ cache, outbox, person, engine }: Work): Promise<string | undefined> {
  if (!engine.status().leads) return undefined
  const [kept, queue] = [await outbox.kept(person.id), await outbox.queue()]
  const { state, overlays } = await look(cache)
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

/** Whether the rows are those that the server counts at the cursor. */
export async function wrongCount({ cache }: Work): Promise<string | undefined> {
  const state = await cache.state()
  const scopes = Object.keys(state.digest)
  if (scopes.length === 0) return undefined
  const ours = await digests(cache, state.version, scopes)
  const wrong = scopes.find((s) => ours && ours[s] !== state.digest[s])
  return wrong && `at ${state.version} it has ${ours?.[wrong]} of ${wrong}, the server counts ${state.digest[wrong]}`
}

/** All of it, of what a tab shows. `settle` lets what is real come to its end; it is asked for only where something looks wrong. */
export async function wronglyShown(client: Client, said: Said, settle: () => Promise<void>): Promise<string | undefined> {
  const { work } = client
  if (!work || work.cache.stale) return undefined
  const rows = (await wrongRows(work.cache, said)) ?? (await wrongCount(work))
  if (rows) return rows
  if (!(await wrongWork(work))) return undefined
  await settle()
  return client.work === work ? wrongWork(work) : undefined
}
