import type { ColumnFiltersState, ColumnOrderState, ColumnSizingState, ColumnVisibilityState, SortingState } from '@tanstack/react-table'
import { entryHere } from './scroll'

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

/** A shared view, read. One that an older or newer app wrote may lack members; one that is no view at all is none. */
export function readView(text: string): View | undefined {
  try {
    const v = JSON.parse(text) as Partial<View> // judged here, member by member
    const list = <T>(x: T[] | undefined) => (Array.isArray(x) ? x : [])
    return {
      sorting: list(v.sorting),
      filters: list(v.filters).filter((f) => Array.isArray(f.value)),
      hidden: v.hidden ?? {},
      order: list(v.order),
      widths: v.widths ?? {},
      ids: list(v.ids).map(String),
      text: typeof v.text === 'string' ? v.text : '',
      ...(typeof v.size === 'number' ? { size: v.size } : {}),
    }
  } catch {
    return undefined
  }
}

interface Moment {
  text: string
  ids: string[]
  page: number
}

/** What narrows a list for the moment: it lasts as long as the tab, and only for who comes back to the same entry of the browser's history. */
const moments = new Map<string, Moment>()
const momentKey = (list: string, user: string) => `${user} ${list} ${entryHere()}`
export const momentOf = (list: string, user: string) => (entryHere() ? moments.get(momentKey(list, user)) : undefined)
export const noteMoment = (list: string, user: string, now: Moment) => void moments.set(momentKey(list, user), now)
