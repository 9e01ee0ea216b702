import { msg } from '@lingui/core/macro'
import type { PackingItem, PackingItemReq, PackingType, PackingTypeReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, measureIn, Several, Text, Toggle } from '@/kit/form/inputs'
import type { Measure } from '@/kit/format/measure'
import type { Words } from '@/kit/words/words'
import type { Kind } from '../plan/words'
import { amount, cents } from './amount'
import { type LengthUnit, noSize, sizeOf, typedSize, unitOf } from './size'

const weights = ['lb', 'kg'] as const
const none: Measure = { milli: 0, unit: 'lb' }
const unit = {
  label: msg`Lengths in`,
  hint: msg`Every measure here`,
  input: choice<LengthUnit>([
    { value: 'in', label: msg`inches` },
    { value: 'ft', label: msg`feet` },
    { value: 'cm', label: msg`centimeters` },
    { value: 'mm', label: msg`millimeters` },
    { value: 'm', label: msg`meters` },
  ]),
  required: true,
}
const threeMeasures = (v: string | undefined, all: { unit?: string }, needed: boolean): Words | undefined =>
  (v?.trim() || needed) && !sizeOf(v ?? '', all.unit ?? 'in') ? msg`Write length, width and height, such as 12 x 9 x 6.` : undefined

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
      Tare: { label: msg`Tare weight`, hint: msg`Empty: none`, input: measureIn(weights), row: 3 },
      Gross: { label: msg`Max gross weight`, hint: msg`Empty: any weight`, input: measureIn(weights), row: 3 },
      price: { label: msg`Cost each`, input: Text, check: amount },
      Disabled: { label: msg`No longer used`, input: Toggle },
    },
    submit: msg`Save`,
    done: msg`Saved successfully`,
    of: (typed) => typed.Name,
    subject: (initial) => initial.Code ?? kind,
    ofWire: (field) => (field === 'PriceMinor' ? 'price' : field.replace(/\..*/, '')),
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

export const typedType = (t: PackingType, unit = unitOf(t.inner, t.outer)): Partial<TypeTyped> => ({
  Code: t.id,
  Name: t.name,
  unit,
  inner: typedSize(t.inner, unit),
  outer: typedSize(t.outer, unit),
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
  New: boolean
}

/** What is known of an item for packing it. */
export const itemForm = defineForm<ItemTyped, PackingItem>('Packing/SaveItem', {
  title: msg`Item`,
  fields: {
    Code: { label: msg`Item code`, input: Text, required: true, row: 1, when: (all) => all.New === true },
    Description: { label: msg`Description`, input: Text, row: 1 },
    unit: { ...unit, row: 2 },
    size: {
      label: msg`Size per piece`,
      hint: msg`Length x width x height; empty where the order says it`,
      input: Text,
      check: (v, all) => threeMeasures(v, all, false),
      row: 2,
    },
    Weight: { label: msg`Weight per piece`, hint: msg`Empty where the order says it`, input: measureIn(weights) },
    Barcodes: { label: msg`Bar codes`, input: Several },
    Group: { label: msg`Group`, hint: msg`Groups that may not share a carton are named in the rules`, input: Text },
    Upright: { label: msg`This side up`, input: Toggle },
    Top: { label: msg`Nothing on top`, input: Toggle },
    Alone: { label: msg`Ships in its own carton`, input: Toggle },
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
    New: typed.New ?? false,
  }),
})

export const typedItem = (i: PackingItem): Partial<ItemTyped> => ({
  Code: i.id,
  Description: i.description,
  unit: unitOf(i.size),
  size: typedSize(i.size),
  Weight: i.weight,
  Barcodes: i.barcodes,
  Upright: i.upright,
  Top: i.top,
  Alone: i.alone,
  Group: i.group,
  New: false,
})
