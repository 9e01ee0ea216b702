import Dexie, { type Table } from 'dexie'

/** Rows of the device's store in the order of one of its indexes, which ends with their key: `[state+shipOn+id]`, under `['open']`. */
export interface Shelf<R extends { id: string }> {
  table: () => Table<R, string>
  index: string
  under: readonly string[]
  /** What else makes a row one of them. */
  holds?: (row: R) => boolean
}

/** So many are read first, and so many at a time after them. */
export const opening = 100
const piece = 500

/** The rows of these keys that are still on the shelf, read in pieces. */
export async function readAll<R extends { id: string }>(shelf: Shelf<R>, ids: readonly string[]): Promise<R[]> {
  const rows: R[] = []
  for (let n = 0; n < ids.length; n += piece)
    for (const row of await shelf.table().bulkGet(ids.slice(n, n + piece))) if (row && onShelf(shelf, row)) rows.push(row)
  return rows
}

/** The rows of a shelf from its beginning, so few at a time that the screen answers in between. */
export async function* pieceByPiece<R extends { id: string }>(shelf: Shelf<R>) {
  const parts = partsOf(shelf)
  let lower: readonly unknown[] = [...shelf.under, Dexie.minKey]
  for (let size = opening, more = true; more; size = piece) {
    const rows = await shelf
      .table()
      .where(shelf.index)
      .between(lower, [...shelf.under, Dexie.maxKey], lower.length < parts.length, true)
      .limit(size)
      .toArray()
    const last = rows.at(-1)
    if (last) lower = parts.map((part) => last[part])
    more = rows.length === size
    yield shelf.holds ? rows.filter(shelf.holds) : rows
  }
}

const partsOf = <R extends { id: string }>(shelf: Shelf<R>) => shelf.index.slice(1, -1).split('+') as (keyof R)[] // an index names members of its rows

/** Whether a row, as it is now, is one of them. */
export const onShelf = <R extends { id: string }>(shelf: Shelf<R>, row: R) =>
  shelf.under.every((v, n) => row[partsOf(shelf)[n] as keyof R] === v) && (shelf.holds?.(row) ?? true)
