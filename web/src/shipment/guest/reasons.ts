import { msg } from '@lingui/core/macro'
import type { ShipmentAnswerReq } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'

export type Reason = Exclude<NonNullable<ShipmentAnswerReq['Reason']>, ''>

/** Why a carrier does not take a load. */
export const reasonWords: Record<Reason, Words> = {
  'no-capacity': msg`No truck free`,
  'no-driver': msg`No driver, or out of hours`,
  price: msg`The price`,
  lane: msg`We do not serve this lane`,
  time: msg`The pickup time`,
  goods: msg`We do not carry such goods`,
  other: msg`Another reason`,
}
