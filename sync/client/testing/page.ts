import type { Entry, Row, Rows } from './rows'

/** The server's own cursor, not packed: its life, how far the device is in each loaded scope, and where a first load stands. */
interface Cursor {
  e: string
  s: Record<string, number>
  /** The scope that is being loaded. */
  l?: string
  /** The version at which its load began. */
  f?: number
  /** The entity and the key that the load stands before. */
  t?: number
  k?: string
}

export interface Paged {
  put: Record<string, Row[]>
  gone: Record<string, string[]>
  drop: string[]
  loading: string[]
  more: boolean
  cursor: string
  /** The version up to which the device had all of its scopes; 0 in a first load. */
  since: number
}

/** One page, as sync/pull makes it: a step for each of its functions. stories.test.ts holds the two together. */
export function pageOf(
  rows: Rows,
  want: string[],
  epoch: string,
  cursor: string,
  limit: number,
): Paged | 'start-again' | 'cursor-malformed' {
  const c: Cursor | undefined = cursor ? decoded(cursor) : { e: epoch, s: {} }
  if (!c) return 'cursor-malformed'
  if (c.e !== epoch) return 'start-again'
  if (Object.values(c.s).some((v) => v > rows.version)) return 'cursor-malformed'
  const known = Object.values(c.s)
  const since = known.length > 0 ? Math.min(...known) : 0
  const page = { put: {}, gone: {}, drop: dropped(rows, c, want), since }
  const more = changes(rows, c, want, limit, page) || load(rows, c, want, limit, page)
  return { ...page, loading: want.filter((s) => c.s[s] === undefined), more, cursor: JSON.stringify(c) }
}

function decoded(cursor: string): Cursor | undefined {
  try {
    return JSON.parse(cursor) as Cursor // our own, or one that a test has made up
  } catch {
    return undefined
  }
}

/** Scopes that the person no longer has, and those whose tombstones are gone for the device's age. */
function dropped(rows: Rows, c: Cursor, want: string[]): string[] {
  const drop = Object.keys(c.s).filter((s) => !want.includes(s) || Number(c.s[s]) < rows.floor)
  for (const s of drop) delete c.s[s]
  if (c.l && (!want.includes(c.l) || Number(c.f) < rows.floor)) {
    drop.push(c.l)
    stand(c)
  }
  return drop.sort()
}

type Filled = Pick<Paged, 'put' | 'gone'>

/** What changed in the loaded scopes, in version order, cut only between versions: one command is sent whole. */
function changes(rows: Rows, c: Cursor, want: string[], limit: number, page: Filled): boolean {
  const now = rows.version
  let cut = now
  const all: Entry[] = []
  const cutAt = (list: Entry[]) => {
    const over = list[limit]
    if (over) cut = Math.min(cut, Math.max(over.version - 1, list[0]?.version ?? 0))
  }
  for (const scope of want) {
    const from = c.s[scope]
    if (from === undefined || from >= now) continue
    const list = [...rows.changes.values()].filter((e) => e.scope === scope && e.version > from).sort((a, b) => a.version - b.version)
    cutAt(list)
    all.push(...list)
  }
  all.sort((a, b) => a.version - b.version)
  cutAt(all)
  fill(
    rows,
    all.filter((e) => e.version <= cut),
    want,
    page,
  )
  for (const [s, v] of Object.entries(c.s)) c.s[s] = Math.max(v, cut)
  return cut < now
}

/** Goes on with first loads: scope by scope, entity by entity, newest key first. */
function load(rows: Rows, c: Cursor, want: string[], limit: number, page: Filled): boolean {
  const { version: now, entities } = rows
  let room = limit - Object.values(page.put).reduce((n, list) => n + list.length, 0)
  for (;;) {
    if (!c.l) {
      const next = want.find((s) => c.s[s] === undefined)
      if (next === undefined) return false
      stand(c, { l: next, f: now, t: 0 })
    }
    const { l = '', f = 0 } = c
    for (let t = c.t ?? 0; t < entities.length; stand(c, { l, f, t: ++t })) {
      if (room <= 0) return true
      const before = c.k ?? ''
      const list = [...rows.changes.values()]
        .filter((e) => e.scope === l && e.entity === entities[t] && !e.gone && (before === '' || e.key < before))
        .sort((a, b) => (a.key < b.key ? 1 : -1))
        .slice(0, room)
      fill(rows, list, want, page)
      const last = list.at(-1)
      if (last && list.length === room) {
        c.k = last.key
        return true
      }
      room -= list.length
    }
    // Complete as of its beginning; what changed since follows like any change.
    c.s[l] = f
    stand(c)
    if (Math.min(...Object.values(c.s)) < now) return true
  }
}

/** Has a first load stand somewhere else, or none be under way. */
function stand(c: Cursor, at: Pick<Cursor, 'l' | 'f' | 't'> = {}): void {
  delete c.l
  delete c.f
  delete c.t
  delete c.k
  Object.assign(c, at)
}

/** The rows that the log names. One that left one of the device's scopes and is in another stays. */
function fill(rows: Rows, log: Entry[], want: string[], page: Filled): void {
  for (const [id, { entity, key }] of new Map(log.map((e) => [`${e.entity}/${e.key}`, e]))) {
    const stored = rows.rows.get(id)
    const scopes = want.filter((s) => stored?.scopes.includes(s))
    if (stored && scopes.length > 0) page.put[entity] = [...(page.put[entity] ?? []), { ...stored.row, version: stored.version, scopes }]
    else page.gone[entity] = [...(page.gone[entity] ?? []), key]
  }
}

/** The same scopes at another version, as a poke's page leaves them. */
export function cursorAt(cursor: string, version: number): string {
  const c = JSON.parse(cursor) as Cursor // our own
  return JSON.stringify({ ...c, s: Object.fromEntries(Object.keys(c.s).map((x) => [x, version])) })
}
