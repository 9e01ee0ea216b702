import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useRef } from 'react'

/** The rows of a live query, each the very object of before where nothing in it differs: a screen that draws by row draws only what changed. */
export function useSteady<R extends { id: string }>(rows: readonly R[] | undefined): readonly R[] | undefined {
  const before = useRef(new Map<string, { row: R; text: string }>())
  return useMemo(() => {
    if (!rows) return undefined
    const now = new Map<string, { row: R; text: string }>()
    const same = rows.map((row) => {
      const text = JSON.stringify(row)
      const old = before.current.get(row.id)
      const kept = old?.text === text ? old : { row, text }
      now.set(row.id, kept)
      return kept.row
    })
    before.current = now
    return same
  }, [rows])
}

/**
 * A live query that stands `still` while many rows are changed one by one: reading all of them after each would take longer than the changes. `key`
 * says what is asked where that can vary.
 */
export function useStill<R extends { id: string }>(still: boolean, query: () => Promise<R[]>, key = ''): readonly R[] | undefined {
  const last = useRef<{ key: string; rows: R[] }>(undefined)
  const found = useLiveQuery(async () => {
    if (still && last.current?.key === key) return last.current
    last.current = { key, rows: await query() }
    return last.current
  }, [still, key])
  return useSteady(found?.key === key ? found.rows : last.current?.rows)
}
