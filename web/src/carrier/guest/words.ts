import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Where a load stands, as its carrier is told. */
export const statuses: Record<string, MessageDescriptor> = {
  T: msg`Scheduled`,
  M: msg`Confirmed`,
  A: msg`In transit`,
  D: msg`Delivered`,
  X: msg`Exception`,
}

export const whats = {
  'picked-up': msg`Picked up`,
  update: msg`Update`,
  delivered: msg`Delivered`,
  problem: msg`Problem`,
} satisfies Record<string, MessageDescriptor>

export const problems = {
  LATE: msg`Running late`,
  WEATHER: msg`Weather`,
  ADDRESS: msg`Address wrong or incomplete`,
  CLOSED: msg`Consignee closed`,
  REFUSED: msg`Refused by consignee`,
  DAMAGED: msg`Damaged`,
  SHORT: msg`Short`,
  OTHER: msg`Other`,
} satisfies Record<string, MessageDescriptor>

/** How far a bill has come. */
export const standings: Record<string, MessageDescriptor> = {
  'in-review': msg`In review`,
  approved: msg`Approved`,
  released: msg`Released for payment`,
}

export const quoteStates: Record<string, MessageDescriptor> = {
  requested: msg`Not answered`,
  answered: msg`Answered`,
  'no-bid': msg`No bid`,
}
