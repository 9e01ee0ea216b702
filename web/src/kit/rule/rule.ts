/** The rules of what people type, over the figures that the server has too. server/kit/rule judges the same; both run the cases of sync/testdata/rules.json. */

import { rules } from '@sync/gen/rules'
import { twelve } from '../format/window'

export { rules } from '@sync/gen/rules'

const email = new RegExp(rules.email)
const emailCut = new RegExp(rules.emailCut)
const phone = new RegExp(rules.phone)
const phoneKeys = new RegExp(rules.phoneKey)
const zipKeys = new RegExp(rules.zipKey)
const zipShape = new RegExp(rules.zip)
const clock24 = new RegExp(rules.clock24)
const clock12 = new RegExp(rules.clock12)
const nmfcShape = new RegExp(rules.nmfc)
const unShape = new RegExp(rules.un)
const hazard = new RegExp(rules.hazardClass)

/** The addresses of a list that do not look like one. Blanks around a separator do not count. */
export const badEmails = (list: string) =>
  list
    .split(emailCut)
    .map((one) => one.trim())
    .filter((one) => !email.test(one))

/** Whether each number of a list looks like one. */
export const isPhones = (list: string) =>
  list
    .split(rules.phoneCut)
    .map((one) => one.trim())
    .every((one) => phone.test(one) && one.length >= 10 && one.length <= 50)

export const isPhoneKey = (key: string) => phoneKeys.test(key)
export const isZipKey = (key: string) => zipKeys.test(key)
export const isZip = (text: string) => zipShape.test(text)

/** The state of a ZIP code, empty where it is not known. */
export function stateOf(zip: string): string {
  if (zip.length < 5) return ''
  const three = zip.slice(0, 3)
  return rules.zipStates.find((r) => r.from <= three && three <= r.to)?.state ?? ''
}

export const isPositive = (text: string) => /^[0-9.]+$/.test(text) && Number(text) > 0
export const absolute = (text: string) => text.trim().replace(/^-/, '')

/** A time of a shipment, HH:MM or HH:MM:SS of 24 hours, as hh:mm AM or PM. Anything else comes back as it is. */
export const clock = twelve

/** A time of day in its other form: 24 hours as 12, 12 as 24. */
export function turned(text: string): string {
  const m = clock12.exec(text)
  if (m) return `${String((Number(m[1]) % 12) + (m[3] === 'P' ? 12 : 0)).padStart(2, '0')}:${m[2]}`
  return clock24.test(text) ? clock(text) : text
}

export const isFileType = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && rules.fileTypes.includes(name.slice(dot + 1).toLowerCase())
}

/** Pasted text without its blanks, cut after that. */
export const pasted = (text: string) => [...text.replace(/\s+/g, '')].slice(0, rules.pasteMax).join('')

export const within = (text: string, most: number) => [...text].length <= most
export const isPallets = (n: number) => n >= 0 && n <= rules.palletMax

/** What a line weighs: times its quantity where the weight is of one piece. */
export const totalWeight = (line: { perQuantity: boolean; quantity: number; weight: number; unit: number }) =>
  line.perQuantity ? line.quantity * line.weight * line.unit : line.weight

/** The factor of a unit; a missing one is 1. */
export const unitFactor = (f: number | null | undefined | '') => (typeof f === 'number' ? f : 1)

/** An item's class: its own, the person's own default, or the product's. */
export const classOf = (item: string | undefined, user = '') => item || user || rules.defaultClass
export const isClass = (c: string) => rules.classes.includes(c)
/** The shape alone: whether there is such an item, only the server's list can tell. */
export const isNmfc = (text: string) => nmfcShape.test(text)
export const isUn = (text: string) => unShape.test(text)
/** A number of a hazard as papers name it: many lists keep the digits alone. */
export const unOf = (un: string) => (/^\d+$/.test(un) ? `UN${un}` : un.toUpperCase())
export const isHazardClass = (text: string) => hazard.test(text)

const { paper } = rules
const nos = new RegExp(rules.nos)
const extension = new RegExp(rules.extension, 'g')
const abroad = new RegExp(paper.phoneAbroad)
const national = new RegExp(paper.phoneNational)

/**
 * Whether a text holds numbers that can be called, with their area codes: of North America as its numbering plan has them, of other countries with "+" or an
 * international access code before them.
 */
export const isEmergencyPhone = (list: string) => isPhones(list) && list.replace(extension, '').split(rules.phoneCut).every(isCallable)

function isCallable(one: string) {
  const digits = one.replace(/\D/g, '')
  if (digits.length < 2 || /^.(.)\1*$/.test(digits)) return false // no number has one digit alone
  return abroad.test(one.trim().startsWith('+') ? `+${digits}` : digits) || national.test(digits)
}

/** The digits of each number of a list, without extensions and without the code of North America: the twin of rule.Numbers in server/kit/rule. */
export const phoneNumbers = (list: string) =>
  list
    .replace(extension, '')
    .split(rules.phoneCut)
    .map((one) => one.replace(/\D/g, ''))
    .map((digits) => (digits.length === 11 ? digits.replace(/^1/, '') : digits))
    .filter(Boolean)

/** What a shipping paper says of a hazardous material (freight.Hazmat). */
export interface HazmatText {
  un: string
  properName: string
  technicalName?: string | undefined
  class: string
  packingGroup?: string | undefined
  emergencyPhone?: string | undefined
  limitedQty?: boolean | undefined
}

/** Whether a material has an emergency response telephone number on its paper (49 CFR 172.604). */
export const needsPhone = (h: HazmatText) => !h.limitedQty && !(paper.noPhoneIds as readonly string[]).includes(unOf(h.un.trim()))

const grouped = (c: string) => !paper.noGroup.some((n) => c === n || c.startsWith(`${n}.`))

/**
 * What a shipping paper would lack of a hazardous material, by its part, with the message's code: 49 CFR 172.202, the technical name of 172.203(k), the
 * telephone number of 172.604. The twin of rule.Hazmat in server/kit/rule. phone is a number that stands for the whole load.
 */
export function hazmatLacks(h: HazmatText, phone = ''): { part: keyof HazmatText; code: string }[] {
  const lacks: { part: keyof HazmatText; code: string }[] = []
  const no = (part: keyof HazmatText, code: string) => lacks.push({ part, code })
  const id = unOf(h.un.trim())
  const among = (list: readonly string[], one: string) => list.includes(one)
  if (!id) no('un', 'field-required')
  else if (!isUn(id)) no('un', 'un-malformed')
  if (!h.properName.trim()) no('properName', 'field-required')
  else if (nos.test(h.properName) && !among(paper.plainNos, id) && !h.technicalName?.trim()) no('technicalName', 'technical-name-missing')
  if (!h.class) no('class', 'field-required')
  else if (!isHazardClass(h.class)) no('class', 'hazard-class-unknown')
  const group = h.packingGroup ?? ''
  if (group && !among(rules.packingGroups, group)) no('packingGroup', 'field-not-offered')
  else if (!group && isHazardClass(h.class) && grouped(h.class) && !among(paper.groupAtWill, h.class) && !among(paper.noGroupIds, id))
    no('packingGroup', 'packing-group-missing')
  if (h.emergencyPhone) {
    if (!isEmergencyPhone(h.emergencyPhone)) no('emergencyPhone', 'emergency-phone-invalid')
  } else if (needsPhone(h) && !isEmergencyPhone(phone)) no('emergencyPhone', 'emergency-phone-missing')
  return lacks
}

/** A class by density, for goods that have none of their own. */
export function suggestClass(pounds: number, cubicInches: number): { class: string; density: number } {
  if (pounds <= 0 || cubicInches <= 0) return { class: '', density: 0 }
  const density = (pounds * 1728) / cubicInches
  return { class: rules.density.find((d) => d.under === 0 || density < d.under)?.class ?? '', density }
}

/** Which of the fields that must be there are empty. */
export const missing = (given: Record<string, string | undefined>, ...fields: string[]) => fields.filter((f) => !given[f]?.trim())

/** Whether a code stands for a carrier that is not there yet. */
export const isNewCarrier = (code: string) => code === rules.newCarrier
