import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocale } from '../format/Formats'
import { codesIn, codeWords } from './defineList'
import { Filter } from './filter'
import { type Facets, type List, pageOf } from './list'
import { narrowing, orderOf } from './narrow'
import { pieceByPiece, readAll, type Shelf } from './shelf'
import type { Look } from './useLook'

type Row = { id: string }

/** A question that is being answered, with what was learnt on the way. */
interface Asked<R extends Row> {
  filter: Filter<R>
  missing: () => readonly string[]
  hidden: () => readonly string[]
  labels: Map<string, string>
  leaving?: ReturnType<typeof setTimeout>
}

// Who comes back from a row within the minute finds the list as it stands now.
const asked = new Map<string, unknown>()
const stays = 60_000

/** A list of rows that stay in the device's store: read are those before the eye. `name` tells apart what is on the shelf. */
export function useStored<R extends Row>(look: Look<R>, shelf: Shelf<R>, name: string): List<R> {
  const { spec, filters, text, ids, sorting } = look
  const locale = useLocale()
  const key = JSON.stringify([look.user, name, locale, filters, text, ids, sorting])
  const last = useRef<Asked<R>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it is another question
  const question = useMemo(() => {
    const known = asked.get(key) as Asked<R> | undefined // the name tells what rows they are
    if (known) return known
    const { accepts, missing, hidden } = narrowing(spec, { filters, text, ids })
    const labels = new Map(last.current?.labels)
    const unnamed = filters.flatMap((f) => {
      const column = spec.columns.find((c) => c.key === f.id)
      return column ? [{ column, codes: new Set(f.value as string[]) }] : [] // written by setFilter alone
    })
    const first = sorting[0] !== undefined && !sorting[0].desc && sorting[0].id === shelf.index.slice(1).split('+')[shelf.under.length]
    const filter = new Filter<R>(shelf, {
      ...orderOf(spec, sorting),
      first,
      accepts: (row) => {
        // What is filtered by has its words also where two filters together leave no row.
        for (const { column, codes } of unnamed)
          if (codes.size > 0)
            for (const code of codesIn(column, row))
              if (codes.delete(code)) labels.set(`${column.key} ${code}`, codeWords(column, row, code))
        return accepts(row)
      },
    })
    return { filter, missing, hidden, labels }
  }, [key])

  useEffect(() => {
    clearTimeout(question.leaving)
    asked.set(key, question)
    const typing = setTimeout(() => question.filter.start(), text ? 150 : 0)
    return () => {
      clearTimeout(typing)
      const drop = () => {
        question.filter.stop()
        asked.delete(key)
      }
      // Of each text that is typed on, the rest of the rows need not be gone through.
      if (question.filter.complete) question.leaving = setTimeout(drop, stays)
      else drop()
    }
  }, [key, question, text])

  useSyncExternalStore(question.filter.subscribe, () => question.filter.version)
  // What was there stays until there is something else to see.
  if (!last.current || question.filter.complete || question.filter.length > 0 || last.current.filter.version === 0) last.current = question
  const { filter, missing, hidden } = last.current

  const { page, pages, from, to } = pageOf(filter.length, look)
  const seen = useRef({ from: 0, to: 0 })
  useEffect(() => {
    const { from: a, to: b } = seen.current
    filter.see(from + a, Math.min(to, from + b))
  }, [filter, from, to])

  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with the version
  const near = useMemo(() => filter.near, [filter, filter.version])
  const marked = look.table.state.rowSelection
  const chosen = Object.keys(marked).filter((id) => marked[id] && (!filter.complete || filter.has(id)))
  return {
    ...look,
    length: to - from,
    near,
    at: (n) => filter.at(from + n),
    idAt: (n) => filter.idAt(from + n),
    see: (a, b) => {
      seen.current = { from: a, to: b }
      filter.see(from + a, Math.min(to, from + b))
    },
    count: filter.length,
    total: filter.complete || filter.length > 0 ? filter.total : undefined,
    missing: filter.complete ? missing() : [],
    hidden: filter.complete ? hidden() : [],
    page,
    pages,
    facets: (column, tell) => {
      let wanted = true
      const count = async () => {
        const found: Facets = new Map()
        let pieces = 0
        for await (const rows of pieceByPiece(shelf)) {
          if (!wanted) return
          for (const row of rows)
            for (const code of codesIn(column, row)) {
              const known = found.get(code)
              if (known) known.n++
              else {
                const label = codeWords(column, row, code)
                found.set(code, { label, n: 1 })
                question.labels.set(`${column.key} ${code}`, label)
              }
            }
          pieces++
          if ((pieces & (pieces - 1)) === 0) tell(new Map(found), false)
        }
        if (wanted) tell(found, true)
      }
      void count()
      return () => {
        wanted = false
      }
    },
    wordsOf: (column, code) => question.labels.get(`${column.key} ${code}`) ?? code,
    take: () => question.filter.take(),
    chosen: {
      length: chosen.length,
      able: () => chosen.length,
      take: () => readAll(shelf, chosen),
    },
  }
}
