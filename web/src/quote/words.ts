import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why a carrier does not bid. */
export const reasonWords: Record<string, MessageDescriptor> = {
  lane: msg`We do not serve this lane.`,
  capacity: msg`No truck is free.`,
  dates: msg`The dates do not fit.`,
  equipment: msg`We do not have the equipment.`,
  price: msg`Our price would not be competitive.`,
  other: msg`Another reason.`,
}

/** What brought an outcome. */
export const whyWords: Record<string, MessageDescriptor> = {
  won: msg`This price was taken.`,
  another: msg`Another carrier's answer was taken.`,
  early: msg`The shipper decided before the time was over.`,
  late: msg`The time to answer is over.`,
  closed: msg`The shipper ended the request.`,
  tendered: msg`The load went to a carrier by contract.`,
  ended: msg`The load was called off.`,
  expired: msg`The shipper decided nothing in time.`,
  'asked-again': msg`The shipper asked anew.`,
  withdrawn: msg`The shipper does not need it any more.`,
}
