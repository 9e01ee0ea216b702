import type { Ops, RowfileReading, RowfileTable } from '@sync/gen/api'
import type { OnlineOp } from '@sync/ops'
import type { Words } from '../words/words'

/** The calls that read such a file, and that save it. */
type Takes = { [N in OnlineOp]: Ops[N]['resp'] extends RowfileTable ? N : never }[OnlineOp]

/** Rows that come in by a file: the Go half is server/rowfile. */
export interface RowFile {
  /** What is asked for: "Import customers". */
  title: Words
  read: Takes
  save: Takes
  /** What the fields are called here. */
  fields: Readonly<Record<string, Words>>
}

export const rowFile = (of: RowFile): RowFile => of

/** What a column is from now on; another one that was it is none any more. */
export const assign = (r: RowfileReading, column: number, field: string): RowfileReading => ({
  ...r,
  columns: r.columns.map((f, n) => (n === column ? field : f === field ? '' : f)),
  checked: [...new Set([...r.checked, column])],
})

export const confirm = (r: RowfileReading, column: number): RowfileReading => ({ ...r, checked: [...new Set([...r.checked, column])] })

export const meaning = (r: RowfileReading, field: string, word: string, value: string): RowfileReading => ({
  ...r,
  words: { ...r.words, [field]: { ...r.words[field], [word]: value } },
})

export const default_ = (r: RowfileReading, field: string, value: string): RowfileReading => {
  const { [field]: _, ...rest } = r.defaults
  return { ...r, defaults: value ? { ...rest, [field]: value } : rest }
}

/** Cells that were put right and not yet read, by row and column. */
export type Drafts = Readonly<Record<string, string>>

export const cellKey = (row: number, column: number) => `${row} ${column}`

/** The reading with the cells that were put right; the last word on a cell counts. */
export function corrected(r: RowfileReading, drafts: Drafts): RowfileReading {
  const made = Object.entries(drafts).map(([key, value]) => {
    const [row = 0, column = 0] = key.split(' ').map(Number)
    return { row, column, value }
  })
  const again = new Set(made.map((e) => cellKey(e.row, e.column)))
  return { ...r, edits: [...r.edits.filter((e) => !again.has(cellKey(e.row, e.column))), ...made] }
}

/** A table that was pasted, as the file that it would be. */
export const pasted = (text: string) => new File([text], 'pasted.txt', { type: 'text/plain' })
