import { type Cache, type Row, splitRowId } from './cache'

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

export async function readRows(cache: Cache, ids: string[]): Promise<Map<string, Row | null>> {
  const rows = new Map<string, Row | null>()
  for (const [entity, group] of byEntity(ids, (id) => id)) {
    const found = await cache.table(entity).bulkGet(group.map((g) => g.key))
    group.forEach((g, i) => {
      rows.set(g.item, found[i] ?? null)
    })
  }
  return rows
}

export async function writeRows(cache: Cache, rows: [string, Row | null][]): Promise<void> {
  for (const [entity, group] of byEntity(rows, ([id]) => id)) {
    const puts = group.flatMap(({ item }) => (item[1] ? [item[1]] : []))
    const deletes = group.flatMap(({ key, item }) => (item[1] ? [] : [key]))
    if (puts.length > 0) await cache.table(entity).bulkPut(puts)
    if (deletes.length > 0) await cache.table(entity).bulkDelete(deletes)
  }
}
