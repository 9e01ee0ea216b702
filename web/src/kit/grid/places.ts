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

/** A narrow screen freezes only the first column: two would leave nothing to move. */
export function placesOf(columns: readonly GridColumn<never>[], { dock, narrow }: { dock: boolean; narrow: boolean }): Places {
  const scale = dock ? 9 / 7 : 1 // as the dock's letters are larger than the office's
  const tick = dock ? 56 : 34
  const left: number[] = []
  const width: number[] = []
  let wide = tick
  for (const c of columns) {
    const w = Math.round((c.width ?? usual) * scale)
    left.push(wide)
    width.push(w)
    wide += w
  }
  const moves = columns.findIndex((c, n) => !c.frozen || (narrow && n > 0))
  const frozen = moves < 0 ? columns.length : moves
  return { tick, left, width, frozen, edge: left[frozen] ?? wide, wide }
}
