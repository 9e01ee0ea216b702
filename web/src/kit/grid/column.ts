import type { Words } from '../words/words'

export type CellKind = 'text' | 'number' | 'whole' | 'day' | 'clock' | 'choice' | 'flag'

export interface Choice {
  value: string
  label?: string
}

/** One column of an editable grid. A cell is a text in its one form ("1250.5", "2026-11-23", "yes"); what it means is the column's. */
export interface GridColumn<R> {
  key: string
  label: Words
  kind?: CellKind
  width?: number
  /** The cell as the data has it. */
  text: (row: R) => string
  /** How the cell is shown, where that is not its text. */
  show?: (text: string, row: R, of: (key: string) => string) => string
  /** True where nobody types: calculated, or somebody else's to say. */
  locked?: boolean | ((row: R) => boolean)
  required?: boolean | ((row: R) => boolean)
  /** Longest text, or largest number. */
  max?: number
  min?: number
  /** Of a choice: what there is. Without `open` nothing else is taken. */
  choices?: readonly Choice[] | ((row: R) => readonly Choice[])
  open?: boolean
  /** Of a text: what there is that fits what was typed so far. Anything else is taken, too; without a connection nothing is found. */
  find?: (typed: string) => Promise<readonly Choice[]>
  /** What the column's kind does not know. `of` reads the row's other cells as they stand. */
  check?: (text: string, of: (key: string) => string, row: R) => Words | undefined
  /** What else a value says: an item's code fills its description. */
  fill?: (text: string, row: R, of: (key: string) => string) => Record<string, string> | undefined
  /** Stays at the left edge when the grid is scrolled. */
  frozen?: boolean
  /** Figures with their unit or sign: they stand under each other, as numbers do. */
  figures?: boolean
  /** What the row says of itself stands here; without such a column, in the first one. */
  marks?: boolean
}

export const toTheRight = (c: Pick<GridColumn<never>, 'kind' | 'figures'>) =>
  c.kind === 'number' || c.kind === 'whole' || c.figures === true

export const lockedIn = <R>(c: GridColumn<R>, row: R) => (typeof c.locked === 'function' ? c.locked(row) : (c.locked ?? false))
export const neededIn = <R>(c: GridColumn<R>, row: R) => (typeof c.required === 'function' ? c.required(row) : (c.required ?? false))
export const choicesIn = <R>(c: GridColumn<R>, row: R): readonly Choice[] =>
  typeof c.choices === 'function' ? c.choices(row) : (c.choices ?? [])
