import { digests } from '@sync/digest'
import { schema } from '@sync/gen/tables'
import type { Enrolled } from '../kit/enrolled'
import type { Tablet } from './tablet'

type Row = Record<string, unknown> & { id: string; version: number; scopes: string[] }

/** By entity and key. */
export type Rows = Map<string, Map<string, Row>>

export interface Page {
  put: Record<string, Row[]>
  gone: Record<string, string[]>
  cursor: string
  more: boolean
  loading?: string[]
  version: number
  digest?: Record<string, string>
  epoch: string
  replicated: number
}

/** Where a device shows something else than its person would be given now: `truth` is that, of another device. */
export async function differs(t: Tablet, truth: Rows): Promise<string | undefined> {
  if (!t.work) return `${t.name} has no work`
  const { cache } = t.work
  const state = await cache.state()
  const ours = await digests(cache, state.version, Object.keys(state.digest))
  for (const [scope, theirs] of Object.entries(state.digest))
    if (ours?.[scope] !== theirs) return `${t.name} in ${scope}: ${ours?.[scope]}, the server has ${theirs}`
  for (const entity of cache.entities) {
    const rows = new Map((await cache.table(entity).toArray()).map((r) => [String(r.id), r]))
    const theirs = truth.get(entity) ?? new Map<string, Row>()
    for (const [key, row] of theirs)
      if (JSON.stringify(sorted(rows.get(key))) !== JSON.stringify(sorted(row)))
        return `${t.name} at ${state.version} shows ${entity} ${key} as ${JSON.stringify(rows.get(key))}, the server as ${JSON.stringify(row)}`
    for (const key of rows.keys()) if (!theirs.has(key)) return `${t.name} still has ${entity} ${key}`
  }
  return undefined
}

function sorted(row: unknown): unknown {
  return row && typeof row === 'object' ? Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) : row
}

/** All that a person may see, fetched anew. */
export async function everything(by: Enrolled): Promise<Rows> {
  const all: Rows = new Map()
  for (let cursor = '', more = true; more; ) {
    const page = await by.call<Page>('sync/pull', { schema, cursor, warehouses: [], limit: 500 })
    for (const [entity, rows] of Object.entries(page.put)) {
      const table = all.get(entity) ?? new Map<string, Row>()
      all.set(entity, table)
      for (const row of rows) table.set(String(row.id), row)
    }
    for (const [entity, keys] of Object.entries(page.gone)) for (const key of keys) all.get(entity)?.delete(key)
    cursor = page.cursor
    more = page.more
  }
  return all
}
