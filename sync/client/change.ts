import type { Row } from './cache'
import type { Settlement } from './settlement'

/** What the server said since the last time: whole rows, rows that left, and outcomes of our own mutations. */
export interface Change {
  put: Map<string, Row[]>
  gone: Map<string, string[]>
  drop: string[]
  outcomes: Settlement[]
  /** Rows (as "entity, key" of the cache) whose guesses are to be made again, in order, on what stands under them. */
  again: string[]
  /** The version that the cache shows after this change, when it is a moment of the server; undefined in the middle of a first load. */
  version?: number
}

export function change(part: Partial<Change> = {}): Change {
  return { put: new Map(), gone: new Map(), drop: [], outcomes: [], again: [], ...part }
}
