import { msg } from '@lingui/core/macro'
import type { FreightHazmat } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'
import { lineFields } from './lineFields'
import type { Kind, Line, Party } from './load'

/** What the parts of an address are called. */
export const partyLabels: Record<keyof Party, Words> = {
  name: msg`Company`,
  street: msg`Street`,
  street2: msg`Street, second line`,
  zip: msg`ZIP`,
  city: msg`City`,
  state: msg`State`,
  contact: msg`Contact`,
  phone: msg`Phone`,
  email: msg`E-mail`,
  country: msg`Country`,
  residential: msg`Residential`,
}

export const hazmatLabels: Record<keyof FreightHazmat, Words> = {
  un: msg`UN number`,
  properName: msg`Proper shipping name`,
  technicalName: msg`Technical name`,
  class: msg`Hazard class`,
  subsidiary: msg`Subsidiary`,
  packingGroup: msg`Packing group`,
  emergencyPhone: msg`Emergency phone`,
  limitedQty: msg`Limited quantity`,
  marinePollutant: msg`Marine pollutant`,
  reportableQty: msg`Reportable quantity`,
}

/** What is ticked or opened in a line, beside its cells. */
export const lineLabels = {
  Stackableitemflag: msg`Stackable`,
  AdditionalHandling: msg`Needs additional handling`,
  WeightEach: msg`Weight is of one piece`,
  HazmatDetails: msg`Hazardous`,
} satisfies Partial<Record<keyof Line, Words>>

export const stopLabels = {
  Reference1: msg`Reference 1`,
  Reference2: msg`Reference 2`,
  AppointmentNumber: msg`Appointment number`,
  Items: msg`Lines left here`,
}

const at = (of: Partial<Record<string, Words>>, key: string): Words => of[key] ?? key
const placed = /^\[(\d+)\](.*)$/

/** What the summaries call a part of a field of the form, by its path below the field, from the outside in. */
export function partName(kind: Kind, name: string, label: Words, path: string): Words[] {
  const [, n = '', below = path] = placed.exec(path) ?? []
  const number = Number(n) + 1
  const keys = below.split('.').filter(Boolean)
  const [key = '', deep = ''] = keys
  if (!key && !n) return [label]
  if (name === 'Items') {
    const cells = Object.fromEntries(lineFields[kind].map((f) => [f.name, f.label]))
    return [msg`Line ${number}`, ...(deep ? [at(hazmatLabels, deep)] : key ? [at({ ...lineLabels, ...cells }, key)] : [])]
  }
  if (name === 'ShipmentStops') return [msg`Stop ${number}`, ...(deep ? [at(partyLabels, deep)] : key ? [at(stopLabels, key)] : [])]
  return [label, at(partyLabels, key)]
}
