import { msg } from '@lingui/core/macro'
import type { PackingItem, PackingItemReq, PackingRules, PackingType, PackingTypeReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, LongText, measureIn, Several, Text, Toggle } from '@/kit/form/inputs'
import type { Measure } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import type { Kind } from '../plan/words'
import { type LengthUnit, noSize, sizeOf, typedSize } from './size'

const weights = ['lb', 'kg'] as const
const none: Measure = { milli: 0, unit: 'lb' }
const unit = {
  label: msg`Lengths in`,
  input: choice<LengthUnit>([
    { value: 'in', label: msg`inches` },
    { value: 'cm', label: msg`centimetres` },
  ]),
  required: true,
}
const threeMeasures = (v: string | undefined, all: { unit?: string }, needed: boolean): Words | undefined =>
  (v?.trim() || needed) && !sizeOf(v ?? '', all.unit ?? 'in') ? msg`Write length, width and height, such as 12 x 9 x 6.` : undefined
const amount = (v: string | undefined): Words | undefined =>
  v && !/^\d{1,5}(\.\d{1,2})?$/.test(v) ? msg`Write an amount such as 0.62.` : undefined
const cents = (v: string | undefined) => Math.round(Number(v || 0) * 100)

export interface TypeTyped {
  Code: string
  Kind: Kind
  Name: string
  unit: LengthUnit
  inner: string
  outer: string
  Tare: Measure
  Gross: Measure
  price: string
  Disabled: boolean
  New: boolean
}

const titles: Record<Kind, Words> = { carton: msg`Carton`, pallet: msg`Pallet`, unit: msg`Handling unit` }

/** A carton, pallet or handling unit. */
export const typeForm = (kind: Kind) =>
  defineForm<TypeTyped, PackingType>('Packing/SaveType', {
    title: titles[kind],
    fields: {
      Code: { label: msg`Code`, input: Text, required: true, row: 1, when: (all) => all.New === true },
      Name: { label: msg`Name`, input: Text, required: true, row: 1 },
      unit: { ...unit, row: 2 },
      inner: {
        label: kind === 'pallet' ? msg`Deck, and how high it may be loaded` : msg`Inside`,
        hint: msg`Length x width x height`,
        input: Text,
        required: true,
        check: (v, all) => threeMeasures(v, all, true),
        row: 2,
      },
      outer: {
        label: kind === 'pallet' ? msg`Outside, with the pallet` : msg`Outside`,
        hint: msg`What carriers measure. Empty: as inside.`,
        input: Text,
        check: (v, all) => threeMeasures(v, all, false),
      },
      Tare: { label: msg`Its own weight`, input: measureIn(weights), row: 3 },
      Gross: { label: msg`May weigh filled, at most`, hint: msg`Empty: any weight`, input: measureIn(weights), row: 3 },
      price: { label: msg`What one costs`, input: Text, check: amount },
      Disabled: { label: msg`No longer used`, input: Toggle },
    },
    submit: msg`Save`,
    done: msg`Saved successfully`,
    of: (typed) => typed.Name,
    subject: (initial) => initial.Code ?? kind,
    toRequest: (typed): PackingTypeReq => ({
      Code: typed.Code ?? '',
      Kind: kind,
      Name: typed.Name ?? '',
      Inner: sizeOf(typed.inner ?? '', typed.unit ?? 'in') ?? noSize,
      Outer: sizeOf(typed.outer ?? '', typed.unit ?? 'in') ?? sizeOf(typed.inner ?? '', typed.unit ?? 'in') ?? noSize,
      Tare: typed.Tare ?? none,
      Gross: typed.Gross ?? none,
      PriceMinor: cents(typed.price),
      Disabled: typed.Disabled ?? false,
      New: typed.New ?? false,
    }),
  })

export const typedType = (t: PackingType): Partial<TypeTyped> => ({
  Code: t.id,
  Name: t.name,
  unit: t.inner.length.unit === 'cm' ? 'cm' : 'in',
  inner: typedSize(t.inner),
  outer: typedSize(t.outer),
  Tare: t.tare,
  Gross: t.gross,
  price: (t.priceMinor / 100).toFixed(2),
  Disabled: t.disabled,
  New: false,
})

export interface ItemTyped {
  Code: string
  Description: string
  unit: LengthUnit
  size: string
  Weight: Measure
  Barcodes: string[]
  Upright: boolean
  Top: boolean
  Alone: boolean
  Group: string
}

/** What is known of an item for packing it. */
export const itemForm = defineForm<ItemTyped, PackingItem>('Packing/SaveItem', {
  title: msg`Item`,
  fields: {
    Code: { label: msg`Item code`, input: Text, required: true, row: 1 },
    Description: { label: msg`Description`, input: Text, row: 1 },
    unit: { ...unit, row: 2 },
    size: {
      label: msg`One piece measures`,
      hint: msg`Length x width x height; empty where the order says it`,
      input: Text,
      check: (v, all) => threeMeasures(v, all, false),
      row: 2,
    },
    Weight: { label: msg`One piece weighs`, hint: msg`Empty where the order says it`, input: measureIn(weights) },
    Barcodes: { label: msg`Bar codes`, input: Several },
    Group: { label: msg`Group`, hint: msg`Groups that may not share a box are named in the rules`, input: Text },
    Upright: { label: msg`This side up`, input: Toggle },
    Top: { label: msg`Nothing may stand on it`, input: Toggle },
    Alone: { label: msg`Travels in a box of its own`, input: Toggle },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  of: (typed) => typed.Code,
  subject: (initial) => initial.Code ?? '',
  toRequest: (typed): PackingItemReq => ({
    Code: typed.Code ?? '',
    Description: typed.Description ?? '',
    Size: sizeOf(typed.size ?? '', typed.unit ?? 'in') ?? noSize,
    Weight: typed.Weight ?? none,
    Barcodes: typed.Barcodes ?? [],
    Upright: typed.Upright ?? false,
    Top: typed.Top ?? false,
    Alone: typed.Alone ?? false,
    Group: typed.Group ?? '',
  }),
})

export const typedItem = (i: PackingItem): Partial<ItemTyped> => ({
  Code: i.id,
  Description: i.description,
  unit: i.size.length.unit === 'cm' ? 'cm' : 'in',
  size: typedSize(i.size),
  Weight: i.weight,
  Barcodes: i.barcodes,
  Upright: i.upright,
  Top: i.top,
  Alone: i.alone,
  Group: i.group,
})

export interface RulesTyped {
  goal: PackingRules['goal']
  divisor: string
  currency: string
  rates: string
  over: string
  apart: string
  hazmat: boolean
}

export const goalWords: Record<PackingRules['goal'], Words> = {
  cost: msg`The least cost: boxes and what they cost to send`,
  boxes: msg`The fewest boxes`,
  volume: msg`The least volume`,
}

const rateLine = /^(\d{1,6})\s*[:=]\s*(\d{1,6}(?:\.\d{1,2})?)$/
const apartLine = /^([^+,]{0,20})[+,]([^+,]{1,20})$/
const lines = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)

/** How the organisation packs. */
export const rulesForm = defineForm<RulesTyped, PackingRules>('Packing/SaveRules', {
  title: msg`Packing rules`,
  fields: {
    goal: {
      label: msg`What is sought`,
      input: choice(Object.entries(goalWords).map(([value, label]) => ({ value: value as PackingRules['goal'], label }))),
      required: true,
    },
    divisor: {
      label: msg`Cubic inches to a billable pound`,
      hint: msg`0: only the weight counts`,
      input: Text,
      required: true,
      check: (v) => (/^\d{1,5}$/.test(v ?? '') ? undefined : msg`Write a whole number such as 139.`),
      row: 1,
    },
    currency: {
      label: msg`Currency`,
      input: Text,
      required: true,
      check: (v) => (/^[A-Z]{3}$/.test(v ?? '') ? undefined : msg`Write three capital letters, such as USD.`),
      row: 1,
    },
    rates: {
      label: msg`What a package costs to send`,
      hint: msg`One line each: pounds up to, a colon, the price. 10: 12.60`,
      input: LongText,
      check: (v) => (lines(v).every((l) => rateLine.test(l)) ? undefined : msg`Write each line like 10: 12.60.`),
    },
    over: { label: msg`Each further pound`, input: Text, check: amount },
    apart: {
      label: msg`May not share a box`,
      hint: msg`One pair of groups a line: FOOD + CLEANING`,
      input: LongText,
      check: (v) => (lines(v).every((l) => apartLine.test(l)) ? undefined : msg`Write each line like FOOD + CLEANING.`),
    },
    hazmat: { label: msg`Hazardous goods share a box with their own UN number only`, input: Toggle },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  toRequest: (typed): PackingRules => ({
    goal: typed.goal ?? 'cost',
    divisor: Number(typed.divisor ?? 0),
    currency: typed.currency ?? 'USD',
    rates: lines(typed.rates).map((l) => {
      const [, upTo, price] = rateLine.exec(l) ?? []
      return { upTo: Number(upTo), minor: cents(price) }
    }),
    overMinor: cents(typed.over),
    apart: lines(typed.apart).map((l) => {
      const [, a, b] = apartLine.exec(l) ?? []
      return [(a ?? '').trim(), (b ?? '').trim()]
    }),
    hazmat: typed.hazmat ?? false,
  }),
})

export const typedRules = (r: PackingRules): Partial<RulesTyped> => ({
  goal: r.goal,
  divisor: String(r.divisor),
  currency: r.currency,
  rates: (r.rates ?? []).map((b) => `${b.upTo}: ${(b.minor / 100).toFixed(2)}`).join('\n'),
  over: ((r.overMinor ?? 0) / 100).toFixed(2),
  apart: (r.apart ?? []).map(([a, b]) => `${a} + ${b}`).join('\n'),
  hazmat: r.hazmat,
})
