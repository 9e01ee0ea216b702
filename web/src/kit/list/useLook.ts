import { useRouter } from '@tanstack/react-router'
import {
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../words/words'
import type { ListSpec } from './defineList'
import { followEntry } from './scroll'
import { keepLast, momentOf, noteMoment, readViews, type View } from './views'

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
})
type Features = typeof features

const nameOf = <R>(spec: ListSpec<R>) => spec.name ?? (typeof spec.title === 'string' ? spec.title : (spec.title.message ?? spec.title.id))

// The table knows the columns and what is chosen. The rows are narrowed, ordered and counted where they are.
const none: never[] = []

/** How a list is being looked at: everything but its rows. */
export function useLook<R extends object>(spec: ListSpec<R>, user: string) {
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

  const columns = useMemo<ColumnDef<Features, R>[]>(
    () =>
      spec.columns.map((c) => ({
        id: c.key,
        header: () => words(c.label),
        accessorFn: () => undefined,
        size: c.width ?? (c.as === 'dateTime' ? 180 : c.as === 'number' || c.as === 'measure' ? 100 : c.as === 'identifier' ? 170 : 150),
        minSize: 56,
        sortDescFirst: c.as === 'number' || c.as === 'measure',
      })),
    [spec, words],
  )

  const table = useTable({
    features,
    columns,
    data: none as R[],
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

  return {
    spec,
    /** The page that was asked for, which may not be there any more. */
    asked,
    setPage,
    size,
    setSize,
    name,
    user,
    table,
    sorting,
    filters,
    setFilter,
    text,
    setText,
    ids,
    setIds,
    view,
    apply,
    /** The pasted ids alone, whatever else was asked. */
    onlyIds: () => {
      setFilters([])
      setText('')
    },
    clear: () => {
      setFilters([])
      setText('')
      setIds([])
    },
    narrowed: filters.length > 0 || text.trim() !== '' || ids.length > 0,
    columnOf: (id: string) => spec.columns.find((c) => c.key === id),
  }
}

export type Look<R extends object> = ReturnType<typeof useLook<R>>
