import type { Words } from '@/kit/words/words'

/** What a row says of itself beside its cells: that it is being sent, was refused, waits. */
export interface RowMark {
  hue: 'waiting' | 'good' | 'attention' | 'stopped'
  words: Words
}

export interface Place {
  row: number
  column: number
}
