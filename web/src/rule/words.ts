import { msg } from '@lingui/core/macro'
import type { FreightRuled, RuleCondition } from '@sync/gen/api'
import { modeName } from '@/kit/format/mode'
import { inWords, type Words } from '@/kit/words/words'

export type Field = RuleCondition['Field']
export type Operator = RuleCondition['Operator']
export type Action = FreightRuled['action']

export const fieldWords: Record<Field, Words> = {
  warehouse: msg`Warehouse`,
  customer: msg`Customer`,
  direction: msg`Direction`,
  terms: msg`Freight terms`,
  'origin-state': msg`Origin state`,
  'origin-zip': msg`Origin postal code`,
  'origin-country': msg`Origin country`,
  'destination-state': msg`Destination state`,
  'destination-zip': msg`Destination postal code`,
  'destination-country': msg`Destination country`,
  weight: msg`Weight, lb`,
  units: msg`Handling units`,
  miles: msg`Miles by road`,
  hazmat: msg`Hazardous goods`,
}

export const operatorWords: Record<Operator, Words> = {
  is: msg`is`,
  'is-not': msg`is not`,
  begins: msg`begins with`,
  'at-least': msg`is at least`,
  under: msg`is under`,
}

export const actionWords: Record<Action, Words> = {
  'exclude-carrier': msg`Exclude carriers`,
  'only-carrier': msg`Allow only carriers`,
  'prefer-carrier': msg`Prefer a carrier`,
  'exclude-mode': msg`Exclude modes`,
  'add-service': msg`Add services`,
  'stop-tender': msg`Stop the tender`,
}

/** All values of the fields that have a few. */
export const closed: Partial<Record<Field, Record<string, Words>>> = {
  direction: { outbound: msg`Outbound`, inbound: msg`Inbound` },
  terms: { P: msg`Prepaid`, C: msg`Collect`, T: msg`Third party` },
  hazmat: { yes: msg`Yes`, no: msg`No` },
}

const numbers: readonly Field[] = ['weight', 'units', 'miles']

export const isNumber = (f: Field) => numbers.includes(f)

/** How a field may be compared: the server takes no other. */
export function operatorsOf(f: Field): Operator[] {
  if (isNumber(f)) return ['at-least', 'under']
  return f === 'customer' || f === 'origin-zip' || f === 'destination-zip' ? ['is', 'is-not', 'begins'] : ['is', 'is-not']
}

const valueWords = (f: Field, v: string) => inWords(closed[f]?.[v] ?? v)

/** "Weight, lb is at least 5000". */
export const conditionWords = (c: RuleCondition) =>
  `${inWords(fieldWords[c.Field])} ${inWords(operatorWords[c.Operator])} ${c.Values.map((v) => valueWords(c.Field, v)).join(', ')}`

/** "Exclude carriers: ODFL, SAIA". */
export const effectWords = (action: Action, values: readonly string[]) =>
  `${inWords(actionWords[action])}: ${values.map((v) => (action === 'exclude-mode' ? inWords(modeName(v)) : v)).join(', ')}`
