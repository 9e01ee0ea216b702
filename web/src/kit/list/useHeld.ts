import { useEffect, useMemo } from 'react'
import { codesIn, codeWords, rowKey } from './defineList'
import { type Facets, type List, pageOf } from './list'
import { narrowing, orderOf } from './narrow'
import type { Look } from './useLook'

/** Pasted ids that somebody else looks for, where the rows are one page of many. */
export interface Sought {
  seek: (ids: string[]) => void
  missing: string[]
  /** Those that are there, but for what somebody else narrows the list to. */
  hidden: string[]
  /** Lets go of all that they are hidden by there. */
  onlyIds: () => void
}

const none: never[] = []

/** A list of rows that are all at hand. Undefined rows are still on their way. */
export function useHeld<R extends object>(look: Look<R>, rows: readonly R[] | undefined, sought?: Sought): List<R> {
  const { spec, filters, text, ids, sorting } = look
  const all = rows ?? (none as readonly R[])
  const { matching, missing, hidden } = useMemo(() => {
    const { accepts, missing, hidden } = narrowing(spec, { filters, text, ids: sought ? [] : ids })
    const matching = all.filter(accepts)
    if (!sought) return { matching, missing: missing(), hidden: hidden() }
    // What is on the page may be hidden by what is asked here. By which number of a row the server found it, only the server knows.
    const own = narrowing(spec, { filters, text, ids })
    for (const row of all) own.accepts(row)
    return { matching, missing: sought.missing, hidden: [...sought.hidden, ...own.hidden()] }
  }, [all, filters, text, ids, spec, sought])
  const seek = sought?.seek
  useEffect(() => seek?.(ids), [seek, ids])

  const sorted = useMemo(() => {
    const order = orderOf(spec, sorting)
    return matching
      .map((row) => ({ row, keys: order.keys(row) }))
      .sort((a, b) => order.compare(a.keys, b.keys))
      .map(({ row }) => row)
  }, [matching, spec, sorting])

  const { page, pages, from, to } = pageOf(sorted.length, look)
  const shown = useMemo(() => sorted.slice(from, to), [sorted, from, to])
  const marked = look.table.state.rowSelection
  const chosen = useMemo(() => all.filter((row) => marked[rowKey(spec, row)]), [all, marked, spec])

  return {
    ...look,
    length: shown.length,
    near: shown,
    at: (n) => shown[n],
    idAt: (n) => {
      const row = shown[n]
      return row && rowKey(spec, row)
    },
    count: sorted.length,
    total: rows?.length,
    missing,
    hidden,
    onlyIds: () => {
      look.onlyIds()
      sought?.onlyIds()
    },
    page,
    pages,
    facets: (column, tell) => {
      const found: Facets = new Map()
      for (const row of all)
        for (const code of codesIn(column, row)) {
          const known = found.get(code)
          if (known) known.n++
          else found.set(code, { label: codeWords(column, row, code), n: 1 })
        }
      tell(found, true)
      return () => {}
    },
    wordsOf: (column, code) => {
      const row = all.find((r) => codesIn(column, r).includes(code))
      return row ? codeWords(column, row, code) : code
    },
    take: () => sorted,
    chosen: {
      length: chosen.length,
      able: (action) => (action.when ? chosen.filter(action.when).length : chosen.length),
      take: () => chosen,
    },
  }
}
