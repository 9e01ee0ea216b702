import type { Ops } from '@sync/gen/api'
import type { Right } from '@sync/gen/tables'
import type { FormSpec } from '../form/defineForm'
import type { ListSpec } from '../list/defineList'
import type { RowFile } from '../rowfile/rowFile'
import type { Words } from '../words/words'

/** The calls that list rows of a kind. */
export type Lists<R> = { [N in keyof Ops]: Ops[N] extends { kind: 'query'; req: undefined; resp: R[] } ? N : never }[keyof Ops]

/** The calls that take a row by its key. */
export type Names = { [N in keyof Ops]: Ops[N] extends { kind: 'command'; req: { Id: string } } ? N : never }[keyof Ops]

/** Rows with a form: `R` is the row, `Q` the request that saves it. The Go half is server/resource. */
export interface Resource<R extends object, Q extends object>
  extends Pick<ListSpec<R>, 'title' | 'columns' | 'filters' | 'sort' | 'empty'> {
  list: Lists<R>
  id: (row: R) => string
  /** What a row is called where it is told about: "Christmas, 2026-12-25". */
  called: (row: R) => string
  form: FormSpec<Q, R>
  /** What a new one begins with. */
  fresh?: Partial<Q>
  /** Said when a row was deleted, where the documents word it. */
  gone?: Words
  /** Who may add, change and delete. */
  write: Right
  end: Names
  /** Where many come in by a file. */
  rows?: RowFile
  /** The way back for ten seconds: the same row, with its key. */
  restore: Names
}

/** Declares rows with a form. List, form and row actions can each be used without the others. */
export const resource = <R extends object, Q extends object>(r: Resource<R, Q>): Resource<R, Q> => r
