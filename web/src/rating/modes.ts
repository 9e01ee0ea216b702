import { msg } from '@lingui/core/macro'
import type { RatingCandidate } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

export type Mode = RatingCandidate['mode']

export const modeWords: Record<Mode, Words> = {
  LTL: msg`LTL`,
  VOLUME: msg`Volume LTL`,
  TL: msg`Truckload`,
  PARCEL: msg`Parcel`,
  INTERMODAL: msg`Intermodal`,
}

/** Said where contracts are read without a connection. */
export const keptThere = msg`Contracts are kept on the server, and there is no connection now.`
