import { msg } from '@lingui/core/macro'
import type { PackingRules } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, LongText, Text, Toggle } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'
import { amount, cents } from './amount'

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
  cost: msg`Lowest cost: cartons and shipping`,
  boxes: msg`Fewest cartons`,
  volume: msg`Smallest volume`,
}

const rateLine = /^(\d{1,6})\s*[:=]\s*(\d{1,6}(?:[.,]\d{1,2})?)$/
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
      label: msg`Pack for`,
      input: choice(Object.entries(goalWords).map(([value, label]) => ({ value: value as PackingRules['goal'], label }))),
      required: true,
    },
    divisor: {
      label: msg`Cubic inches to a billable pound`,
      hint: msg`0: actual weight only`,
      input: Text,
      required: true,
      check: (v) => (/^\d{1,5}$/.test(v ?? '') ? undefined : msg`Write a whole number such as 139.`),
      row: 1,
    },
    currency: {
      label: msg`Currency`,
      hint: msg`Three letters, such as USD`,
      input: Text,
      required: true,
      check: (v) => (/^[A-Z]{3}$/.test(v ?? '') ? undefined : msg`Write three capital letters, such as USD.`),
      row: 1,
    },
    rates: {
      label: msg`Shipping cost by weight`,
      hint: msg`One line each: pounds up to, a colon, the price. 10: 12.60`,
      input: LongText,
      check: (v) => (lines(v).every((l) => rateLine.test(l)) ? undefined : msg`Write each line like 10: 12.60.`),
    },
    over: { label: msg`Each further pound`, input: Text, check: amount },
    apart: {
      label: msg`May not share a carton`,
      hint: msg`One pair of groups a line: FOOD + CLEANING`,
      input: LongText,
      check: (v) => (lines(v).every((l) => apartLine.test(l)) ? undefined : msg`Write each line like FOOD + CLEANING.`),
    },
    hazmat: { label: msg`Hazardous goods share a carton with their own UN number only`, input: Toggle },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  ofWire: (field) => (field === 'overMinor' ? 'over' : field.replace(/[.[].*/, '')),
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
