import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { QuoteSheetReq, QuotesResp, QuoteWhom } from '@sync/gen/api'
import type { Quote, QuoteRequest } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Count, choice, choiceOf, DayTime, LongText, Text, Toggle } from '@/kit/form/inputs'
import { localAt } from '@/kit/format/day'
import { money } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import { readAmount } from '../guest/amount'
import { whom } from './Whom'

interface AskTyped {
  Carriers: QuoteWhom[]
  Deadline: string
  Currency: 'USD' | 'CAD' | 'MXN'
  Note: string
  DaySeen: boolean
}

const currencies = choice([
  { value: 'USD', label: 'USD' },
  { value: 'CAD', label: 'CAD' },
  { value: 'MXN', label: 'MXN' },
])

/** Asks carriers for a price of each of the shipments. What is typed is kept until it is sent. */
export async function askForQuotes(shipmentIds: readonly string[]): Promise<QuotesResp | undefined> {
  const setup = await local().org_setup.get('setup')
  const hours = setup?.flags.quoteDeadlineHours || 4
  const holds = setup?.flags.expirationHours || 24
  return openForm(askForm(shipmentIds, holds), { Deadline: localAt(Date.now() + hours * 3_600_000), Currency: 'USD' })
}

const askForm = (shipmentIds: readonly string[], holds: number) =>
  defineForm<AskTyped, QuotesResp>('Shipment/SpotQuote', {
    title: msg`Request spot quotes`,
    intro: msg`Each carrier gets a mail with a link of its own and answers without signing in. A price must hold for ${holds} hours after the deadline.`,
    wide: true,
    fields: {
      Carriers: { label: msg`Carriers`, input: whom(shipmentIds[0] ?? ''), required: true },
      Deadline: {
        label: msg`Answer by`,
        hint: msg`By your clock; each carrier is shown it by its own.`,
        input: DayTime,
        required: true,
        row: 1,
        check: (v) => (v && new Date(v).getTime() <= Date.now() ? msg`The deadline is over already.` : undefined),
      },
      Currency: { label: msg`Currency`, input: currencies, required: true, row: 1 },
      Note: { label: msg`Note to the carriers`, input: LongText },
      DaySeen: { label: msg`Pick up on a weekend, a holiday or outside the warehouse's hours`, input: Toggle },
    },
    subject: () => shipmentIds.join(','),
    toRequest: ({ Carriers, Deadline, Currency, Note, DaySeen }) => ({
      ShipmentIds: shipmentIds,
      Carriers,
      QuoteDeadline: new Date(Deadline ?? '').toISOString(),
      CurrencyCode: Currency,
      SpecialInstructions: Note ?? '',
      DaySeen: DaySeen ?? false,
    }),
    submit: msg`Send requests`,
    done: msg`Requests sent. Answers appear here as they come in.`,
  })

/** The last word before a price binds both sides. */
export const acceptForm = (q: Quote, locale: string, open: number) =>
  defineForm<{ LoadSeen: boolean }, QuotesResp>('Quote/AcceptQuote', {
    title: msg`Accept the quote`,
    intro:
      open > 0
        ? msg`${q.carrierName} gets shipment ${q.shipment} for ${money(q.amountMinor, q.currency, locale)}. The other carriers are told, and those who have not answered yet (${open}) can answer no more.`
        : msg`${q.carrierName} gets shipment ${q.shipment} for ${money(q.amountMinor, q.currency, locale)}. The other carriers are told.`,
    fields: {
      LoadSeen: {
        label: msg`The load has changed since, and the carrier agrees`,
        hint: msg`Only where it was asked for something else`,
        input: Toggle,
      },
    },
    toRequest: ({ LoadSeen }) => ({ QuoteID: q.id, AmountMinor: q.amountMinor, ...(LoadSeen ? { LoadSeen } : {}) }),
    subject: () => q.id,
    submit: msg`Accept`,
    done: msg`The shipment is scheduled with ${q.carrierName}.`,
    of: () => q.shipment,
  })

export const deadlineForm = (r: QuoteRequest) =>
  defineForm<{ Deadline: string }, QuotesResp>('Quote/MoveDeadline', {
    title: msg`Move the deadline of ${r.number}`,
    intro: msg`Every carrier that may still answer is told by mail, and its open page shows the new time. What was answered stays.`,
    fields: {
      Deadline: {
        label: msg`Answer by`,
        hint: msg`By your clock; each carrier is shown it by its own.`,
        input: DayTime,
        required: true,
        check: (v) => (v && new Date(v).getTime() <= Date.now() ? msg`The deadline is over already.` : undefined),
      },
    },
    toRequest: ({ Deadline }) => ({ RequestId: r.id, QuoteDeadline: new Date(Deadline ?? '').toISOString() }),
    ofWire: (field) => (field === 'QuoteDeadline' ? 'Deadline' : field),
    subject: () => r.id,
    submit: msg`Move the deadline`,
    done: msg`The deadline is moved, and the carriers are told.`,
    of: () => r.number,
  })

/** Opens it with the time that stands. */
export const moveDeadline = (r: QuoteRequest) => openForm(deadlineForm(r), { Deadline: localAt(r.deadlineAt ?? Date.now()) })

export const closeForm = (r: QuoteRequest) =>
  defineForm<object>('Quote/CloseRequest', {
    title: msg`End request ${r.number}`,
    intro: msg`Nobody wins, and every carrier is told. It cannot be undone; you can ask anew.`,
    fields: {},
    toRequest: () => ({ RequestId: r.id }),
    subject: () => r.id,
    submit: msg`End the request`,
    done: msg`The request has ended.`,
    of: () => r.number,
  })

export const removeForm = (q: Quote) =>
  defineForm<object>('Quote/RemovePricesheet', {
    title: msg`Remove ${q.carrierName}`,
    intro: q.email ? msg`The link stops working, and the carrier is told.` : msg`The price that was typed in is taken out.`,
    fields: {},
    toRequest: () => ({ QuoteID: q.id }),
    subject: () => q.id,
    submit: msg`Remove quote`,
    done: msg`${q.carrierName} removed.`,
  })

/** A price as it is typed in. */
export interface PriceTyped {
  flag: 'phone' | 'mail' | 'other'
  freight: string
  fuel: string
  other: string
  Days: number
  Comments: string
}

interface SheetTyped extends PriceTyped {
  SCAC: string
}

export const came = choice([
  { value: 'phone', label: msg`By telephone` },
  { value: 'mail', label: msg`By mail` },
  { value: 'other', label: msg`Other` },
])

const CarrierChoice = choiceOf(() =>
  useLiveQuery(async () =>
    (await local().carrier.orderBy('name').toArray())
      .filter((c) => !c.disabled)
      .map((c) => ({ value: c.id, label: `${c.name} · ${c.id}` })),
  ),
)

const parts = ['freight', 'fuel', 'other'] as const

/** The fields of a price's parts. */
export const priceFields = (currency: string) => {
  const check = (v: string | undefined): Words | undefined =>
    typeof readAmount(v ?? '', currency) === 'string' ? msg`Enter an amount such as 1250.00` : undefined
  return {
    freight: { label: msg`Line haul (${currency})`, input: Text, required: true, check, row: 2 },
    fuel: { label: msg`Fuel (${currency})`, input: Text, check, row: 2 },
    other: { label: msg`All other charges (${currency})`, input: Text, check, row: 2 },
    Days: { label: msg`Days in transit`, input: Count },
    Comments: { label: msg`Note`, input: LongText },
  }
}

/** What was typed, as the server takes it. */
export const priceOf = (v: Partial<PriceTyped>, currency: string) => {
  const charges = parts.flatMap((code) => {
    const amount = readAmount(v[code] ?? '', currency)
    return typeof amount === 'number' && amount > 0 ? [{ code, amountMinor: amount }] : []
  })
  return {
    flag: v.flag ?? '',
    ChargesDetails: charges,
    TotalMinor: charges.reduce((n, c) => n + c.amountMinor, 0),
    CurrencyCode: currency,
    ServiceDays: v.Days ?? 0,
    Comments: v.Comments ?? '',
  }
}

/** An answer that did not come by the link. */
export const sheetForm = (shipmentId: string, currency: string) =>
  defineForm<SheetTyped, Quote>('Quote/AddNewPricesheet', {
    title: msg`Enter an answer`,
    intro: msg`For a carrier that rang or wrote instead of using its link.`,
    fields: {
      SCAC: { label: msg`Carrier`, input: CarrierChoice, required: true, row: 1 },
      flag: { label: msg`Received by`, input: came, required: true, row: 1 },
      ...priceFields(currency),
    },
    subject: () => shipmentId,
    toRequest: (v) => ({ ...priceOf(v, currency), ShipmentId: shipmentId, SCAC: v.SCAC ?? '' }) as QuoteSheetReq, // the codes are those of the request's own list
    submit: msg`Save answer`,
    done: msg`Answer saved.`,
  })
