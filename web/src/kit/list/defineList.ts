import type { ReactNode } from 'react'
import type { IconName } from '../icon/Icon'
import type { Place } from '../page/PageLink'
import type { Side } from '../swipe/useSwipe'
import type { Words } from '../words/words'

/** How a value is read and aligned. */
export type As = 'text' | 'identifier' | 'number' | 'measure' | 'dateTime' | 'ago' | 'day' | 'list'

export type Cellular = string | number | boolean | null | undefined

export interface Column<R> {
  /** A member of the row; with `value` it may be any name. */
  key: (keyof R & string) | (string & {})
  label: Words
  as?: As
  /** What is sorted, filtered and exported, where it is not the member itself. */
  value?: (row: R) => Cellular
  /** What is filtered by, where the member itself does not tell apart what the words do. */
  code?: (row: R) => string
  /** What is shown, where `as` does not say it. */
  cell?: (row: R) => ReactNode
  /** Where the cell leads; it is plain text while that page is not there or not open. */
  link?: (row: R) => Place | undefined
  width?: number
  /** Hidden until somebody chooses it. */
  hidden?: boolean
  /** The member that the server's file has, where the key is none: "pickup.n". False where the file has none of it. */
  inFile?: string | false
  /** Also in the card that a phone shows. The first column always is. */
  phone?: boolean
}

export interface RowAction<R> {
  label: Words
  icon?: IconName
  /** Offered only then; the state machine's own rule, not a guess. */
  when?: (row: R) => boolean
  run: (row: R) => unknown
  /** The one that Enter does and that is shown as a button. Otherwise it is in the row's menu. */
  main?: boolean
  /** Ends something: only ever in the row's menu, where no hasty hand finds it. */
  hard?: boolean
}

/** A bulk action answers with the way back, if there is one: the whole lot is one step of undo. */
export type Undoable = undefined | { undo: () => unknown }

export interface BulkAction<R> {
  label: Words
  icon?: IconName
  /** Of the chosen rows only those are taken; the button says how many. */
  when?: (row: R) => boolean
  /** False where the person thought better of it: nothing is said, and the rows stay chosen. */
  run: (rows: R[]) => Promise<Undoable | false> | Undoable | false | Promise<void> | void
  /** Said when it is done. Given the number of rows. */
  done?: (n: number) => Words
}

/** A column of a file that the server writes: a member of the row, and its head. */
export interface FileColumn {
  Key: string
  Head: string
}

export interface ListSpec<R> {
  /** Names the saved views; the title if left out. */
  name?: string
  title: Words
  columns: Column<R>[]
  id?: (row: R) => string
  /** Columns that can be filtered by their values. */
  filters?: string[]
  sort?: { id: string; desc?: boolean }[]
  actions?: RowAction<R>[]
  bulk?: BulkAction<R>[]
  /** The synced table behind the rows: a row with unsent work is marked. */
  entity?: string
  /** Soft colour of a row, always beside a word in one of its cells. */
  hue?: (row: R) => 'attention' | 'stopped' | undefined
  /** On cards: what drawing a row to one side does, of its own actions. Each also stands on the card as a button. */
  swipe?: (row: R) => Partial<Record<Side, RowAction<R>>>
  /** Rows to a page, for lists that are worked off page by page; who wants all of them says so below the list. */
  pageSize?: number
  /** Exports the whole list, where the server writes the file. What is chosen or narrowed here is exported here. */
  file?: (columns: FileColumn[]) => Promise<void>
  /** The zone in which a row's times are read. */
  zone?: (row: R) => string | undefined
  empty: Words
}

/** Declares a list. Columns are checked against the row's type, so a renamed Go field is a compile error in the column that showed it. */
export function defineList<R extends object>(spec: ListSpec<R>): ListSpec<R> {
  for (const c of spec.columns) if (!c.value && !c.cell && c.key.length === 0) throw new Error('a column needs a key')
  return spec
}

/** Rows name themselves by `id` unless the spec says otherwise. */
export const rowKey = <R>(spec: ListSpec<R>, row: R) => (spec.id ? spec.id(row) : String((row as { id?: unknown }).id))

/** The member that a column names, or what the column says in its place; a column with a value of its own may have any name. */
const ownCode = <R>(column: Column<R>, row: R) => (column.code ? column.code(row) : (row as Record<string, unknown>)[column.key])

/** What a row is filtered by: the member itself where there is one, since its words are another's in another language. */
export function codesIn<R>(column: Column<R>, row: R): string[] {
  const own = ownCode(column, row)
  return typeof own === 'string' ? [own] : [valueIn(column, row)].flat().map((v) => String(v ?? ''))
}

/** A row's words for what it is filtered by. */
export const codeWords = <R>(column: Column<R>, row: R, code: string) =>
  ownCode(column, row) === code ? String(valueIn(column, row) ?? '') : code

/** The plain value behind a cell. */
export function valueIn<R>(column: Column<R>, row: R): Cellular | readonly string[] {
  if (column.value) return column.value(row)
  const v = (row as Record<string, unknown>)[column.key] // the key is a member of the row, as its type says
  if (Array.isArray(v)) return v.map(String)
  if (v && typeof v === 'object' && 'milli' in v && 'unit' in v) return Number(v.milli) / 1000
  return v as Cellular
}
