import { msg } from '@lingui/core/macro'
import type { AuditCredit, AuditException, AuditInvoice, AuditRefund, AuditRules } from '@sync/gen/api'
import type { Transition } from '@sync/gen/states'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Decimal, Money } from '@/kit/form/figures'
import { Count, choiceOf, Day, LongText, oneOf, Text } from '@/kit/form/inputs'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import type { Words } from '@/kit/words/words'
import { actions, ways } from './states'

interface Why {
  Why: string
  Remark: string
}

/** The reasons that carriers know, in the trade's own words. */
const useReasons = () => useCall('Audit/Reasons', undefined, { staleMs: 600_000 }).data?.map((r) => ({ value: r, label: r }))

/** One reason on the wire: the trade's code and what somebody adds, either alone too. */
export const reasonOf = ({ Why: why = '', Remark = '' }: Partial<Why>) => [why, Remark.trim()].filter(Boolean).join('. ')

const needed = (_: string | undefined, all: Partial<Why>) => (reasonOf(all) ? undefined : msg`Choose a reason, or write one.`)

const whyFields = {
  Why: { label: msg`Reason`, input: choiceOf(useReasons), check: needed },
  Remark: { label: msg`Remark`, input: LongText },
} as const

/** Where the wire says Reason the form has two fields. */
const ofWire = (field: string) => (field === 'Reason' ? 'Why' : field)

const named = (i: AuditInvoice) => `${i.carrier} ${i.number}`

/** Takes an invoice on, and asks for what the state machine asks for. */
export async function move(i: AuditInvoice, t: Transition): Promise<void> {
  if (t.asks !== 'reason') {
    await submit(t.op ?? '', t.op === 'Audit/Release' ? { InvoiceId: i.id, Rev: i.rev } : { InvoiceId: i.id, Action: t.action, Rev: i.rev })
    return
  }
  if (t.op === 'Audit/WithdrawRelease') return void (await withdraw(i))
  const label = actions[t.action] ?? t.action
  await openForm(
    defineForm<Why>('Audit/Move', {
      title: label,
      intro: named(i),
      fields: whyFields,
      toRequest: (typed) => ({ InvoiceId: i.id, Action: t.action, Reason: reasonOf(typed), Rev: i.rev }),
      ofWire,
      subject: () => `${i.id} ${t.action}`,
      submit: label,
      of: () => i.number,
    }),
    {},
  )
}

/** Takes a release back: the bill was not paid, and will not be. */
export const withdraw = (i: AuditInvoice) =>
  openForm(
    defineForm<{ Reason: string }>('Audit/WithdrawRelease', {
      title: msg`Withdraw release`,
      intro:
        i.payMinor > 0
          ? msg`Only for a bill that was not paid and will not be. Until it goes back to audit errors and is approved at zero, another bill for its freight is a duplicate.`
          : msg`Only for a bill that was not paid and will not be. It no longer counts as paid.`,
      fields: { Reason: { label: msg`Reason`, input: LongText, required: true } },
      toRequest: ({ Reason }) => ({ InvoiceId: i.id, Reason, Rev: i.rev }),
      subject: () => `${i.id} withdraw`,
      submit: msg`Withdraw release`,
      of: () => i.number,
    }),
    {},
  )

/** Lets one exception pass. */
export const waive = (i: AuditInvoice, e: AuditException, rule: Words) =>
  openForm(
    defineForm<Why>('Audit/Waive', {
      title: msg`Waive exception`,
      intro: rule,
      fields: whyFields,
      toRequest: (typed) => ({ InvoiceId: i.id, Code: e.code, Charge: e.charge, Reason: reasonOf(typed), Rev: i.rev }),
      ofWire,
      subject: () => `${i.id} ${e.code} ${e.charge}`,
      submit: msg`Waive`,
      of: () => i.number,
    }),
    {},
  )

/** Takes back a credit that was none. */
export const takeBack = (i: AuditInvoice, c: AuditCredit) =>
  openForm(
    defineForm<{ Reason: string }>('Audit/TakeBackCredit', {
      title: msg`Take back credit`,
      intro: `${c.carrier} ${c.number}`,
      fields: { Reason: { label: msg`Reason`, input: LongText, required: true } },
      toRequest: ({ Reason }) => ({ InvoiceId: i.id, CreditId: c.id, Reason, Rev: i.rev }),
      subject: () => `${i.id} ${c.id}`,
      submit: msg`Take back credit`,
      of: () => c.number,
    }),
    {},
  )

/** Records what the carrier paid back of a bill, or what was set off for it. */
export const recordRefund = (i: AuditInvoice, owedMinor: number) =>
  openForm(
    defineForm<{ Way: AuditRefund['way']; AmountMinor: number; Reference: string; RefundDate: string; Reason: string }>(
      'Audit/RecordRefund',
      {
        title: msg`Record refund`,
        intro: named(i),
        fields: {
          Way: { label: msg`Settled by`, input: oneOf(ways), required: true, row: 1 },
          AmountMinor: { label: msg`Amount, ${i.currency}`, input: Money, required: true, row: 1 },
          Reference: {
            label: msg`Reference`,
            input: Text,
            required: true,
            row: 2,
            hint: msg`Of the carrier's payment, or of the invoice it was set off against`,
          },
          RefundDate: { label: msg`Date`, input: Day, required: true, row: 2 },
          Reason: { label: msg`Reason`, input: LongText, required: true },
        },
        toRequest: (typed) => ({ InvoiceId: i.id, ...typed, Rev: i.rev }),
        subject: () => `${i.id} refund`,
        submit: msg`Record refund`,
        of: () => i.number,
      },
    ),
    { Way: 'refund', AmountMinor: owedMinor },
  )

/** Takes back a refund that was none. */
export const takeBackRefund = (i: AuditInvoice, r: AuditRefund) =>
  openForm(
    defineForm<{ Reason: string }>('Audit/TakeBackRefund', {
      title: msg`Take back refund`,
      intro: `${i.carrier} ${r.reference}`,
      fields: { Reason: { label: msg`Reason`, input: LongText, required: true } },
      toRequest: ({ Reason }) => ({ InvoiceId: i.id, RefundId: r.id, Reason, Rev: i.rev }),
      subject: () => `${i.id} ${r.id}`,
      submit: msg`Take back refund`,
      of: () => r.reference,
    }),
    {},
  )

/** Sets what is paid, where it is not what the exceptions leave. */
export const setPayment = (i: AuditInvoice) =>
  openForm(
    defineForm<Why & { PayMinor: number }>('Invoice/updateShortPayDetails', {
      title: msg`Short pay`,
      intro: named(i),
      fields: { PayMinor: { label: msg`Pay, ${i.currency}`, input: Money, required: true }, ...whyFields },
      toRequest: ({ PayMinor, ...why }) => ({ InvoiceId: i.id, PayMinor, Reason: reasonOf(why), Rev: i.rev }),
      ofWire,
      subject: () => i.id,
      of: () => i.number,
    }),
    { PayMinor: i.payMinor },
  )

/** Names the load of an invoice. */
export const nameLoad = (i: AuditInvoice) =>
  openForm(
    defineForm<{ Shipment: string }>('Invoice/ValidateShipment', {
      title: msg`Match to a shipment`,
      intro: named(i),
      fields: { Shipment: { label: msg`Shipment number`, input: Text, required: true } },
      toRequest: ({ Shipment }) => ({ InvoiceId: i.id, Shipment, Rev: i.rev }),
      subject: () => i.id,
      submit: msg`Match`,
      of: () => i.number,
    }),
    {},
  )

/** What the audit lets pass. */
export const setRules = (r: AuditRules) =>
  openForm(
    defineForm<{ AbsoluteMinor: number; Percent: string; InvoiceDays: number }, AuditRules>('Audit/SaveRules', {
      title: msg`Audit tolerance`,
      intro: msg`A bill passes when it is over by no more than the greater of the two limits. It counts from the next check on.`,
      fields: {
        AbsoluteMinor: { label: msg`Amount, ${r.Currency}`, input: Money, required: true, row: 1 },
        Percent: { label: msg`Percent`, input: Decimal, required: true, row: 1 },
        InvoiceDays: { label: msg`Days from delivery to invoice, at most`, input: Count, required: true },
      },
      toRequest: ({ Percent, ...rest }) => ({ ...rest, Percent: Math.round(Number(Percent) * 1000), Rev: r.Rev }),
    }),
    { AbsoluteMinor: r.AbsoluteMinor, Percent: String(r.Percent / 1000), InvoiceDays: r.InvoiceDays },
  )
