import type { BulkAction, Column } from './defineList'
import type { Look } from './useLook'

/** How many rows have a value, by the code that is filtered by. */
export type Facets = Map<string, { label: string; n: number }>

/** The rows of a list as they are looked at, wherever they are kept. */
export interface Sight<R extends object> {
  /** Of the page that is shown; all that match where there are no pages. */
  length: number
  /** Undefined while it is read. */
  at: (n: number) => R | undefined
  idAt: (n: number) => string | undefined
  /** Those of the page that are at hand. */
  near: readonly R[]
  /** Told which rows stand before the eye. */
  see?: (from: number, to: number) => void
  /** Those that match, and all there are: undefined while nothing is known yet. */
  count: number
  total: number | undefined
  /** Pasted ids that nobody has. */
  missing: readonly string[]
  /** Pasted ids that only rows have which another filter hides. */
  hidden: readonly string[]
  page: number
  pages: number
  /** What a column can be filtered by. It is told again while more is found, until it is whole; the answer stops it. */
  facets: (column: Column<R>, tell: (values: Facets, whole: boolean) => void) => () => void
  /** The words of a code that is filtered by. */
  wordsOf: (column: Column<R>, code: string) => string
  /** All that match, in order. */
  take: () => readonly R[] | Promise<readonly R[]>
  chosen: Chosen<R>
}

/** Rows stay chosen while filters change, but only those that still exist can be acted on. */
export interface Chosen<R> {
  length: number
  /** How many of them an action takes, where that is known without reading them. */
  able: (action: BulkAction<R>) => number
  take: () => readonly R[] | Promise<readonly R[]>
}

export type List<R extends object> = Omit<Look<R>, 'asked'> & Sight<R>

/** Rows come and go by themselves: a page that is not there any more is the last one. */
export function pageOf(count: number, { size, asked }: { size: number; asked: number }) {
  const pages = size > 0 ? Math.max(1, Math.ceil(count / size)) : 1
  const page = Math.min(asked, pages - 1)
  const from = page * size
  return { page, pages, from, to: size > 0 ? Math.min(count, from + size) : count }
}
