import { type Cellular, codesIn, codeWords, type ListSpec, rowKey, valueIn } from './defineList'
import { idFinder } from './pasteIds'
import type { View } from './views'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const nothing = (v: unknown) => v === undefined || v === null || v === ''

/** Numbers by size, text as people sort it ("Door 4" before "Door 12"), nothing last. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (nothing(a) || nothing(b)) return Number(nothing(a)) - Number(nothing(b))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

type Key = Cellular | readonly string[]

/** What rows are ordered by, and how: the values are taken from a row once. */
export function orderOf<R>(spec: ListSpec<R>, sorting: View['sorting']) {
  const by = sorting.flatMap((s) => {
    const column = spec.columns.find((c) => c.key === s.id)
    return column ? [{ column, sign: s.desc ? -1 : 1 }] : []
  })
  return {
    keys: (row: R): Key[] => by.map((s) => valueIn(s.column, row)),
    compare: (a: readonly Key[], b: readonly Key[]) => {
      for (const [n, { sign }] of by.entries()) {
        const c = compare(a[n], b[n])
        if (c !== 0) return c * sign
      }
      return 0
    },
  }
}

/** Which rows the filters, the sought text and the pasted ids leave; which of the ids no row had that was asked about, and which only rows that a filter hides. */
export function narrowing<R>(spec: ListSpec<R>, { filters, text, ids }: Pick<View, 'filters' | 'text' | 'ids'>) {
  const parts: ((row: R) => boolean)[] = []
  for (const f of filters) {
    const column = spec.columns.find((c) => c.key === f.id)
    const wanted = new Set((f.value as string[]) ?? []) // only the filter chips write here
    if (column && wanted.size > 0)
      // A view of before holds the words.
      parts.push((row) => codesIn(column, row).some((code) => wanted.has(code) || wanted.has(codeWords(column, row, code))))
  }
  const needle = text.trim().toLowerCase()
  if (needle)
    parts.push((row) =>
      spec.columns.some((c) =>
        String(valueIn(c, row) ?? '')
          .toLowerCase()
          .includes(needle),
      ),
    )
  const named = spec.columns.filter((c) => c.as === 'identifier')
  const from = named.length > 0 ? named : spec.columns.slice(0, 1)
  const finder = idFinder<R>(
    ids,
    (row) => from.flatMap((c) => valueIn(c, row)).map((v) => (v === null || v === undefined ? undefined : String(v))),
    (row) => rowKey(spec, row),
  )
  const others = (row: R) => parts.every((part) => part(row))
  return { accepts: ids.length > 0 ? (row: R) => finder.hit(row, others) : others, missing: finder.missing, hidden: finder.hidden }
}
