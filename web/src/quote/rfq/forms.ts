import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { FreightMeasure, QuoteOffered, QuoteRFQStatus, QuoteSendRFQReq, QuotesResp } from '@sync/gen/api'
import type { QuoteRequest } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { Clock, Count, choice, choiceOf, Day, DayTime, LongText, measureIn, oneOf, Text, Toggle } from '@/kit/form/inputs'
import { localAt } from '@/kit/format/day'
import { money } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import { useSiteChoices } from '@/warehouse/public'
import { came, type PriceTyped, priceFields, priceOf } from '../office/forms'
import { reasonWords } from '../words'
import { Roster } from './Roster'
import { type Equipment, equipmentWords } from './words'

interface Typed {
  Warehouse: string
  Way: 'out' | 'in'
  City: string
  State: string
  Zip: string
  Country: 'US' | 'CA' | 'MX'
  ShipOn: string
  DaySeen: boolean
  PickupFrom: string
  PickupTo: string
  ArriveBy: string
  Equipment: Equipment
  Commodity: string
  Weight: FreightMeasure
  Pallets: number
  Temperature: string
  Carriers: string[]
  Deadline: string
  Currency: 'USD' | 'CAD' | 'MXN'
  Note: string
}

const currencies = choice([
  { value: 'USD', label: 'USD' },
  { value: 'CAD', label: 'CAD' },
  { value: 'MXN', label: 'MXN' },
])
const ahead = (v: string | undefined): Words | undefined =>
  v && new Date(v).getTime() <= Date.now() ? msg`The deadline is over already.` : undefined
const asked = msg`The carriers are asked. Answers show themselves here as they come.`
/** The form's name of a field of the load. */
const ofWire = (field: string) =>
  ({ 'Load.WarehouseId': 'Warehouse', QuoteDeadline: 'Deadline', CurrencyCode: 'Currency', SpecialInstructions: 'Note' })[field] ??
  field.replace(/^Load\./, '').replace(/^Carriers\[.*/, 'Carriers')

/** Asks carriers for a truckload that is no shipment yet. What is typed is kept until it is sent. */
export async function newRFQ(): Promise<QuoteRFQStatus | undefined> {
  const setup = await local().org_setup.get('setup')
  const hours = setup?.flags.quoteDeadlineHours || 24
  return openForm(sendForm(setup?.flags.expirationHours || 24), {
    Way: 'out',
    Country: 'US',
    Equipment: 'van',
    Deadline: localAt(Date.now() + hours * 3_600_000),
    Currency: 'USD',
  })
}

const sendForm = (holds: number) =>
  defineForm<Typed, QuoteRFQStatus>('Carriers/SendCarrierRFQ', {
    title: msg`New truckload RFQ`,
    intro: msg`Each carrier gets a mail with a link of its own and answers without signing in. A price must hold for ${holds} hours after the deadline.`,
    wide: true,
    fields: {
      Warehouse: { label: msg`Warehouse`, input: choiceOf(useSiteChoices), required: true, row: 1 },
      Way: { label: msg`Direction`, input: oneOf({ out: msg`From the warehouse`, in: msg`To the warehouse` }), required: true, row: 1 },
      City: { label: msg`City`, input: Text, required: true, row: 2 },
      State: { label: msg`State`, input: Text, required: true, row: 2 },
      Zip: { label: msg`ZIP`, input: Text, row: 2 },
      Country: { label: msg`Country`, input: oneOf({ US: msg`United States`, CA: msg`Canada`, MX: msg`Mexico` }), required: true, row: 2 },
      ShipOn: { label: msg`Ship date`, input: Day, required: true, row: 3 },
      PickupFrom: { label: msg`Pickup from`, input: Clock, row: 3 },
      PickupTo: { label: msg`Pickup until`, input: Clock, row: 3 },
      ArriveBy: { label: msg`Deliver by`, input: Day, row: 3 },
      DaySeen: { label: msg`Pick up on a weekend, a holiday or outside the warehouse's hours`, input: Toggle },
      Equipment: { label: msg`Equipment`, input: oneOf(equipmentWords), required: true, row: 4 },
      Commodity: { label: msg`Commodity`, input: Text, required: true, row: 4 },
      Weight: { label: msg`Weight`, input: measureIn(['lb', 'kg']), required: true, row: 5 },
      Pallets: { label: msg`Pallets`, input: Count, row: 5 },
      Temperature: { label: msg`Temperature`, input: Text, row: 5, when: (all) => all.Equipment === 'reefer' },
      Carriers: { label: msg`Carriers`, input: Roster, required: true },
      Deadline: {
        label: msg`Answer by`,
        hint: msg`By your clock; each carrier is shown it by its own.`,
        input: DayTime,
        required: true,
        row: 6,
        check: ahead,
      },
      Currency: { label: msg`Currency`, input: currencies, required: true, row: 6 },
      Note: { label: msg`Note to the carriers`, input: LongText },
    },
    subject: () => 'new',
    ofWire,
    toRequest: (v): QuoteSendRFQReq => ({
      Load: {
        WarehouseId: v.Warehouse ?? '',
        Inbound: v.Way === 'in',
        City: v.City ?? '',
        State: v.State ?? '',
        Zip: v.Zip ?? '',
        Country: v.Country ?? 'US',
        ShipOn: v.ShipOn ?? '',
        PickupFrom: v.PickupFrom ?? '',
        PickupTo: v.PickupTo ?? '',
        ArriveBy: v.ArriveBy ?? '',
        Equipment: v.Equipment ?? '',
        Commodity: v.Commodity ?? '',
        Pallets: v.Pallets ?? 0,
        Weight: v.Weight ?? { milli: 0, unit: 'lb' },
        Temperature: v.Temperature ?? '',
        DaySeen: v.DaySeen ?? false,
      },
      Carriers: v.Carriers ?? [],
      QuoteDeadline: new Date(v.Deadline ?? '').toISOString(),
      CurrencyCode: v.Currency ?? '',
      SpecialInstructions: v.Note ?? '',
    }),
    submit: msg`Send RFQ`,
    done: asked,
  })

export const moreForm = (r: QuoteRequest) =>
  defineForm<{ Carriers: string[] }, QuoteRFQStatus>('Carriers/SendCarrierRFQ', {
    title: msg`Send ${r.number} to more carriers`,
    intro: msg`They are asked for the same load, until the same time. Carriers that have it already are not asked again.`,
    fields: { Carriers: { label: msg`Carriers`, input: Roster, required: true } },
    subject: () => r.id,
    ofWire,
    toRequest: ({ Carriers }): QuoteSendRFQReq => ({ RFQId: r.id, Carriers: Carriers ?? [] }),
    submit: msg`Send RFQ`,
    done: asked,
  })

/** The last word before a price binds both sides. */
export const awardForm = (o: QuoteOffered, locale: string, open: number) =>
  defineForm<object, QuotesResp>('Quote/AcceptQuote', {
    title: msg`Award ${o.number}`,
    intro:
      open > 0
        ? msg`${o.carrierName} gets the truckload for ${money(o.amountMinor, o.currency, locale)}. The other carriers are told, and those who have not answered yet (${open}) can answer no more.`
        : msg`${o.carrierName} gets the truckload for ${money(o.amountMinor, o.currency, locale)}. The other carriers are told.`,
    fields: {},
    toRequest: () => ({ QuoteID: o.id, AmountMinor: o.amountMinor, CurrencyCode: o.currency }),
    subject: () => o.id,
    submit: msg`Award`,
    done: msg`${o.carrierName} has the truckload.`,
    of: () => o.number,
  })

export const deadlineForm = (r: QuoteRequest) =>
  defineForm<{ Deadline: string }, QuoteRFQStatus>('Carriers/UpdateRFQBasicInfo', {
    title: msg`Move the deadline of ${r.number}`,
    intro: msg`Every carrier that may still answer is told by mail, and its open page shows the new time. What was answered stays.`,
    fields: {
      Deadline: {
        label: msg`Answer by`,
        hint: msg`By your clock; each carrier is shown it by its own.`,
        input: DayTime,
        required: true,
        check: ahead,
      },
    },
    toRequest: ({ Deadline }) => ({ RFQId: r.id, QuoteDeadline: new Date(Deadline ?? '').toISOString() }),
    ofWire,
    subject: () => r.id,
    submit: msg`Move the deadline`,
    done: msg`The deadline is moved, and the carriers are told.`,
    of: () => r.number,
  })

export const closeForm = (r: QuoteRequest) =>
  defineForm<object>('Carriers/CloseRFQ', {
    title: msg`Close ${r.number}`,
    intro: msg`Nobody wins, and every carrier is told. It cannot be undone; you can ask anew.`,
    fields: {},
    toRequest: () => ({ RFQId: r.id }),
    subject: () => r.id,
    submit: msg`Close RFQ`,
    done: msg`The RFQ is closed.`,
    of: () => r.number,
  })

export const declineForm = (o: QuoteOffered) =>
  defineForm<{ Reason: string; Comments: string }>('Carriers/UpdateRFQCarrierStatus', {
    title: msg`${o.carrierName} declines`,
    intro: msg`For a carrier that rang or wrote instead of using its link.`,
    fields: {
      Reason: { label: msg`Reason`, input: oneOf(reasonWords), required: true },
      Comments: { label: msg`Note`, input: LongText },
    },
    toRequest: ({ Reason, Comments }) => ({ RFQId: o.requestId, SCAC: o.carrier, Status: 'declined', Reason, Comments: Comments ?? '' }),
    subject: () => o.id,
    submit: msg`Record no bid`,
    of: () => o.number,
  })

/** A price that a carrier told the office, in the currency that its quote is asked in. */
export const priceForm = (o: QuoteOffered) =>
  defineForm<PriceTyped, QuoteRFQStatus>('Carriers/UpdateRFQCarrierStatus', {
    title: msg`Enter the price of ${o.carrierName}`,
    intro: msg`For a carrier that rang or wrote instead of using its link.`,
    fields: { flag: { label: msg`Received by`, input: came, required: true, row: 1 }, ...priceFields(o.currency) },
    toRequest: (v) => ({ ...priceOf(v, o.currency), RFQId: o.requestId, SCAC: o.carrier, Status: 'answered' }),
    subject: () => o.id,
    submit: msg`Save answer`,
    done: msg`Answer saved.`,
    of: () => o.number,
  })
