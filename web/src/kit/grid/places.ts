import type { GridColumn } from './column'

/** Where the columns of a grid stand from its left edge, in pixels. */
export interface Places {
  /** The column of ticks, which comes first. */
  tick: number
  left: readonly number[]
  width: readonly number[]
  /** So many columns stand still at the left while the others move under them. */
  frozen: number
  /** The first pixel that moves. */
  edge: number
  /** All columns together. */
  wide: number
}

const usual = 110

/** What stands beside a head's words, and the mark of a cell that must be filled. */
const beside = 19
const star = 9

interface Sight {
  dock: boolean
  narrow: boolean
  /** How wide a column's head is in the reader's language: it is read whole, and some languages take half as much room again. */
  head: (c: GridColumn<never>) => number
}

/** A narrow screen freezes only the first column: two would leave nothing to move. */
export function placesOf(columns: readonly GridColumn<never>[], { dock, narrow, head }: Sight): Places {
  const scale = dock ? 9 / 7 : 1 // as the dock's letters are larger than the office's
  const tick = dock ? 56 : 34
  const left: number[] = []
  const width: number[] = []
  let wide = tick
  for (const c of columns) {
    const w = Math.round(Math.max(c.width ?? usual, head(c) + beside + (c.required ? star : 0)) * scale)
    left.push(wide)
    width.push(w)
    wide += w
  }
  const moves = columns.findIndex((c, n) => !c.frozen || (narrow && n > 0))
  const frozen = moves < 0 ? columns.length : moves
  return { tick, left, width, frozen, edge: left[frozen] ?? wide, wide }
}
