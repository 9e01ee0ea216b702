import { useRouter } from '@tanstack/react-router'
import {
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../words/words'
import { codesIn, codeWords, type ListSpec, rowKey, valueIn } from './defineList'
import { matchIds } from './pasteIds'
import { followEntry } from './scroll'
import { keepLast, momentOf, noteMoment, readViews, type View } from './views'

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
})
export type Features = typeof features

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Numbers by size, text as people sort it ("Door 4" before "Door 12"), nothing last. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === undefined || a === null || a === '') return 1
  if (b === undefined || b === null || b === '') return -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

export const nameOf = <R>(spec: ListSpec<R>) =>
  spec.name ?? (typeof spec.title === 'string' ? spec.title : (spec.title.message ?? spec.title.id))

/** Pasted ids that somebody else looks for, where the rows are one page of many. */
export interface Sought {
  seek: (ids: string[]) => void
  missing: string[]
}

/** Everything that a list knows about how it is being looked at. */
export function useList<R extends object>(spec: ListSpec<R>, rows: readonly R[] | undefined, user: string, sought?: Sought) {
  const words = useWords()
  const name = nameOf(spec)
  const start = useMemo<View>(() => {
    const fresh: View = {
      sorting: (spec.sort ?? []).map((s) => ({ id: s.id, desc: s.desc ?? false })),
      filters: [],
      hidden: Object.fromEntries(spec.columns.filter((c) => c.hidden).map((c) => [c.key, false])),
      order: [],
      widths: {},
      ids: [],
      text: '',
    }
    return { ...fresh, ...readViews(name, user).last }
  }, [spec, name, user])

  // Who comes back from a row finds the list as it was left; who opens it from the menu finds it whole.
  const [left] = useState(() => momentOf(name, user))
  const [filters, setFilters] = useState(start.filters)
  const [text, setText] = useState(left?.text ?? '')
  const [ids, setIds] = useState<string[]>(left?.ids ?? start.ids)
  const [size, setSize] = useState(start.size ?? spec.pageSize ?? 0)
  const [asked, setPage] = useState(left?.page ?? 0)

  const identifiers = useMemo(() => {
    const named = spec.columns.filter((c) => c.as === 'identifier')
    const from = named.length > 0 ? named : spec.columns.slice(0, 1)
    return (row: R) => from.flatMap((c) => valueIn(c, row)).map((v) => (v === null || v === undefined ? undefined : String(v)))
  }, [spec])

  const { data, missing } = useMemo(() => {
    let left: readonly R[] = rows ?? []
    for (const f of filters) {
      const column = spec.columns.find((c) => c.key === f.id)
      const wanted = new Set((f.value as string[]) ?? []) // only the filter chips write here
      if (column && wanted.size > 0)
        // A view of before holds the words.
        left = left.filter((row) => codesIn(column, row).some((code) => wanted.has(code) || wanted.has(codeWords(column, row, code))))
    }
    const needle = text.trim().toLowerCase()
    if (needle)
      left = left.filter((row) =>
        spec.columns.some((c) =>
          String(valueIn(c, row) ?? '')
            .toLowerCase()
            .includes(needle),
        ),
      )
    const matched = ids.length > 0 && !sought ? matchIds(left, ids, identifiers) : { hits: left as R[], missing: sought?.missing ?? [] }
    return { data: matched.hits, missing: matched.missing }
  }, [rows, filters, text, ids, spec, identifiers, sought])
  const seek = sought?.seek
  useEffect(() => seek?.(ids), [seek, ids])

  const columns = useMemo<ColumnDef<Features, R>[]>(
    () =>
      spec.columns.map((c) => ({
        id: c.key,
        header: () => words(c.label),
        accessorFn: (row: R) => valueIn(c, row),
        size: c.width ?? (c.as === 'dateTime' ? 180 : c.as === 'number' || c.as === 'measure' ? 100 : c.as === 'identifier' ? 170 : 150),
        minSize: 56,
        sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
      })),
    [spec, words],
  )

  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row: R) => rowKey(spec, row),
    initialState: { sorting: start.sorting, columnVisibility: start.hidden, columnOrder: start.order, columnSizing: start.widths },
    enableMultiSort: true,
    columnResizeMode: 'onChange',
  })

  const { sorting, columnVisibility, columnOrder, columnSizing } = table.state
  const view: View = { sorting, filters, hidden: columnVisibility, order: columnOrder, widths: columnSizing, ids, text, size }
  useEffect(() => {
    const timer = setTimeout(
      () => keepLast(name, user, { sorting, filters, hidden: columnVisibility, order: columnOrder, widths: columnSizing, size }),
      400,
    )
    return () => clearTimeout(timer)
  }, [name, user, sorting, filters, columnVisibility, columnOrder, columnSizing, size])

  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined // a list may be drawn without one
  useEffect(() => router && followEntry(router.history), [router])
  useEffect(() => noteMoment(name, user, { text, ids, page: asked }), [name, user, text, ids, asked])

  const apply = (v: View) => {
    setFilters(v.filters)
    setText(v.text)
    setIds(v.ids)
    table.setSorting(v.sorting)
    table.setColumnVisibility(v.hidden)
    table.setColumnOrder(v.order)
    table.setColumnSizing(v.widths)
    setSize(v.size ?? spec.pageSize ?? 0)
  }

  const setFilter = (id: string, values: string[]) =>
    setFilters((now) => [...now.filter((f) => f.id !== id), ...(values.length > 0 ? [{ id, value: values }] : [])])

  const sorted = table.getRowModel().rows
  const pages = size > 0 ? Math.max(1, Math.ceil(sorted.length / size)) : 1
  // Rows come and go by themselves: a page that is not there any more is the last one.
  const page = Math.min(asked, pages - 1)

  return {
    spec,
    /** The rows of the page that is shown; all of them where there are no pages. */
    shown: size > 0 ? sorted.slice(page * size, (page + 1) * size) : sorted,
    page,
    pages,
    setPage,
    size,
    setSize,
    name,
    user,
    table,
    all: rows,
    data,
    missing,
    filters,
    setFilter,
    text,
    setText,
    ids,
    setIds,
    view,
    apply,
    clear: () => {
      setFilters([])
      setText('')
      setIds([])
    },
    narrowed: filters.length > 0 || text.trim() !== '' || ids.length > 0,
    columnOf: (id: string) => spec.columns.find((c) => c.key === id),
  }
}

export type List<R extends object> = ReturnType<typeof useList<R>>
