import type { ColumnFiltersState, ColumnOrderState, ColumnSizingState, ColumnVisibilityState, SortingState } from '@tanstack/react-table'

/** How somebody likes to see a list. */
export interface View {
  sorting: SortingState
  filters: ColumnFiltersState
  hidden: ColumnVisibilityState
  order: ColumnOrderState
  widths: ColumnSizingState
  ids: string[]
  text: string
  /** Rows to a page, where the list has pages; 0 shows all of them. */
  size?: number
}

interface Kept {
  last?: Partial<View>
  named: Record<string, View>
}

// Views belong to a person on a device and hold no rows, so plain local storage is enough and is there before the database is open.
const key = (list: string, user: string) => `lading.views.${user}.${list}`

export function readViews(list: string, user: string): Kept {
  try {
    return { named: {}, ...(JSON.parse(localStorage.getItem(key(list, user)) ?? '{}') as Partial<Kept>) } // our own writing
  } catch {
    return { named: {} }
  }
}

function write(list: string, user: string, kept: Kept) {
  try {
    localStorage.setItem(key(list, user), JSON.stringify(kept))
  } catch {
    // A full store costs the remembered view, nothing else.
  }
}

export const keepLast = (list: string, user: string, last: Partial<View>) => write(list, user, { ...readViews(list, user), last })

export function nameView(list: string, user: string, name: string, view: View) {
  const kept = readViews(list, user)
  write(list, user, { ...kept, named: { ...kept.named, [name]: view } })
}

export function forgetView(list: string, user: string, name: string) {
  const kept = readViews(list, user)
  delete kept.named[name]
  write(list, user, kept)
}
