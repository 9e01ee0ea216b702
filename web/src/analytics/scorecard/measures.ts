import { msg } from '@lingui/core/macro'
import type { AnalyticsBehind } from '@sync/gen/api'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'
import type { Counts, Measure } from './search'

interface Told {
  label: Words
  /** How it is counted, in a sentence. */
  formula: Words
  /** What stands above and below the line. */
  n: Words
  of: Words
  counts: Record<Counts, Words>
  /** Whether a high share is a good one. */
  high: boolean
}

const open = msg`Not due yet`
const unknown = msg`Not measured`

/** What each figure says, and how it is counted. The rules are the server's; these are their words. */
export const measures: Record<Measure, Told> = {
  pickup: {
    label: msg`On-time pickup`,
    formula: msg`The truck came by the end of the pickup window, on the warehouse’s clock. Where nobody noted the arrival, the departure counts. A load that was not picked up by then is late. Without a recorded time a load is not measured.`,
    n: msg`loads picked up on time`,
    of: msg`loads due for pickup`,
    counts: { yes: msg`On time`, no: msg`Late`, open, unknown },
    high: true,
  },
  delivery: {
    label: msg`On-time delivery`,
    formula: msg`The load was delivered by its due day: the first due day of its orders, or the pickup day plus the carrier’s transit in working days. A load still in transit after that day is late. Days are the warehouse’s.`,
    n: msg`loads delivered on time`,
    of: msg`loads due for delivery`,
    counts: { yes: msg`On time`, no: msg`Late`, open, unknown },
    high: true,
  },
  tender: {
    label: msg`Tender acceptance`,
    formula: msg`Of the tenders offered in the period, those that the carrier accepted. Rejected and expired tenders count against it; withdrawn ones do not count.`,
    n: msg`tenders accepted`,
    of: msg`tenders answered or expired`,
    counts: { yes: msg`Accepted`, no: msg`Not accepted`, open: msg`Waiting`, unknown: msg`Withdrawn` },
    high: true,
  },
  claims: {
    label: msg`Claims ratio`,
    formula: msg`Loads of the period with a filed claim, however many claims one has. Withdrawn claims and overcharges do not count.`,
    n: msg`loads with a claim`,
    of: msg`loads picked up`,
    counts: { yes: msg`Claim filed`, no: msg`No claim`, open, unknown },
    high: false,
  },
  invoice: {
    label: msg`Invoice accuracy`,
    formula: msg`Of the invoices received in the period, those that passed the first check without an exception.`,
    n: msg`invoices right at first`,
    of: msg`invoices checked`,
    counts: { yes: msg`Passed`, no: msg`With exceptions`, open: msg`Not checked`, unknown },
    high: true,
  },
}

/** Why a row counts as it does, where its times do not say so. */
export const whys: Record<Exclude<AnalyticsBehind['why'], ''>, Words> = {
  'not-picked-up': msg`Not picked up`,
  'not-noted': msg`No pickup time recorded`,
  inbound: msg`Inbound: loaded by the vendor`,
  'no-due-day': msg`No due day`,
  'on-the-way': msg`In transit`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
  expired: msg`Expired`,
  withdrawn: msg`Withdrawn`,
  waits: msg`Waiting`,
  claimed: msg`Claim filed`,
  'no-claim': msg`No claim`,
  'first-pass': msg`Passed the first check`,
  exceptions: msg`Has exceptions`,
}

/** The hue of a row, beside its word. */
export const hueOf = (m: Measure, c: Counts): Hue => {
  if (c === 'open' || c === 'unknown') return 'quiet'
  return (c === 'yes') === measures[m].high ? 'good' : 'attention'
}
