import { msg } from '@lingui/core/macro'
import type { AuditInvoice, AuditRefund } from '@sync/gen/api'
import { invoiceStates } from '@sync/gen/invoiceStates'
import type { Transition } from '@sync/gen/states'
import type { Right } from '@sync/gen/tables'
import type { Hue } from '@/kit/status/StatusBadge'
import type { Words } from '@/kit/words/words'

export type State = AuditInvoice['state']

export const states: Record<State, { label: Words; hue: Hue }> = {
  entered: { label: msg`Entered`, hue: 'waiting' },
  'audit-errors': { label: msg`Audit errors`, hue: 'attention' },
  'carrier-review': { label: msg`Carrier review`, hue: 'waiting' },
  'client-resolve': { label: msg`Client resolve`, hue: 'attention' },
  'audit-complete': { label: msg`Audit complete`, hue: 'good' },
  invoiced: { label: msg`Invoiced`, hue: 'quiet' },
}

export const kinds: Record<AuditInvoice['kind'], Words> = {
  original: msg`Original`,
  'balance-due': msg`Balance due`,
  corrected: msg`Corrected`,
}

export const actions: Record<string, Words> = {
  dispute: msg`Send to carrier`,
  resolve: msg`Send to client resolve`,
  return: msg`Back to audit errors`,
  approve: msg`Approve`,
  release: msg`Release for payment`,
  withdraw: msg`Withdraw release`,
}

/** What was done to an invoice, as its history tells it. */
export const pastActions: Record<string, Words> = {
  enter: msg`Entered`,
  pass: msg`Passed the audit`,
  flag: msg`Exceptions found`,
  check: msg`Checked again`,
  waive: msg`Exception waived`,
  'short-pay': msg`Payment set`,
  credit: msg`Credited`,
  'take-back': msg`Credit taken back`,
  refund: msg`Refunded`,
  'set-off': msg`Set off`,
  'take-back-refund': msg`Refund taken back`,
  pay: msg`Paid`,
  dispute: msg`Sent to the carrier`,
  resolve: msg`Sent to client resolve`,
  return: msg`Returned to audit errors`,
  approve: msg`Approved`,
  release: msg`Released for payment`,
  withdraw: msg`Release withdrawn`,
}

/** How a carrier settles what it owes. */
export const ways: Record<AuditRefund['way'], Words> = { refund: msg`Money back`, 'set-off': msg`Set off` }

const rights: Record<string, Right> = {
  'Audit/Move': 'audit-invoices',
  'Audit/Release': 'pay-invoices',
  'Audit/WithdrawRelease': 'pay-invoices',
}

/** What stands against paying anything of the invoice. */
const stopped = (i: AuditInvoice) => i.exceptions.some((e) => e.stops && !e.waived)

const guards: Record<string, (i: AuditInvoice) => boolean> = {
  clean: (i) => i.exceptions.every((e) => e.waived),
  payable: (i) => i.payMinor === 0 || !stopped(i),
  checked: () => true, // every invoice that came this far was
}

/** The moves that a person may make with an invoice now, as the server would accept them. */
export const moves = (i: AuditInvoice, holds: (right: Right) => boolean): Transition[] =>
  invoiceStates.filter((t) => {
    const right = t.op && rights[t.op]
    return t.from === i.state && right && holds(right) && (!t.guard || guards[t.guard]?.(i))
  })

/** Whether what is paid is still open. */
export const disputed = (i: AuditInvoice) => ['audit-errors', 'carrier-review', 'client-resolve'].includes(i.state)
