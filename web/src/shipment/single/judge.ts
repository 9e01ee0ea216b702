import { msg } from '@lingui/core/macro'
import type { ShipmentEntryStop } from '@sync/gen/api'
import { requiredWords } from '@/kit/form/words'
import { badEmails, hazmatLacks, isClass, isPallets, isPhones, isZip, rules, within } from '@/kit/rule/rule'
import type { Words } from '@/kit/words/words'
import type { Kind, Line, Party } from './load'

type Found = Record<string, Words>

/** Why a part of a hazardous material will not do, by the code that the server gives too. */
const hazmatWords: Record<string, Words> = {
  'field-required': requiredWords,
  'un-malformed': msg`A UN number is UN or NA and four digits: UN1263.`,
  'technical-name-missing': msg`An n.o.s. name needs the technical name, such as “contains Xylene”.`,
  'hazard-class-unknown': msg`There is no such hazard class or division.`,
  'field-not-offered': msg`Choose one of the packing groups.`,
  'packing-group-missing': msg`This hazard class needs a packing group.`,
  'phone-invalid': msg`Enter a valid phone number (e.g. 9986345523, 999-999-9999 Ext. 999)`,
  'emergency-phone-invalid': msg`Enter a number that can be called, with its area code (e.g. 800-555-0100), or + and the country code.`,
  'emergency-phone-missing': msg`Enter the emergency response telephone number, with area code.`,
}

const atMost = (n: number): Words => msg`At most ${n} are allowed.`

/** What is wrong with the e-mail addresses of a list, each of them named. */
export const emailsWrong = (list: string | undefined): Words | undefined => {
  const bad = list ? badEmails(list) : []
  const named = bad.join(', ')
  return bad.length === 0
    ? undefined
    : bad.length === 1
      ? msg`Following email is invalid: ${named}`
      : msg`Following emails are invalid: ${named}`
}

/** What is wrong with an address, by its part. must wants what a bill of lading has to name. */
export function judgeParty(p: Party | undefined, must: boolean): Found {
  const found: Found = {}
  const home = !p?.country || p.country === 'US' || p.country === 'CA'
  if (must)
    for (const part of ['name', 'street', 'city', 'state', 'zip'] as const) if (!p?.[part]?.trim()) found[`.${part}`] = requiredWords
  if (!p) return found
  if (home && !within(p.state, rules.stateMax)) found['.state'] = atMost(rules.stateMax)
  if (!within(p.zip, rules.zipMax)) found['.zip'] = atMost(rules.zipMax)
  else if (home && p.zip && !isZip(p.zip)) found['.zip'] = msg`This is not a ZIP or postal code.`
  if (!within(p.contact ?? '', rules.contactMax)) found['.contact'] = atMost(rules.contactMax)
  if (p.phone && !isPhones(p.phone)) found['.phone'] = msg`Enter a valid phone number (e.g. 9986345523, 999-999-9999 Ext. 999)`
  const mails = emailsWrong(p.email)
  if (mails) found['.email'] = mails
  return found
}

const sides = ['Length', 'Width', 'Height'] as const

/** What is wrong with a line of goods, by its part. */
export function judgeLine(line: Line, kind: Kind): Found {
  const found: Found = {}
  if (!line.Description.trim() && !line.ItemCode) found['.Description'] = requiredWords
  if (!(line.Weight.milli > 0)) found['.Weight'] = msg`Enter a weight above zero.`
  if (!line.Qty && (kind === 'parcel' || !line.Pallets)) found['.Qty'] = requiredWords
  const some = sides.some((s) => (line[s]?.milli ?? 0) > 0)
  // Two sides say nothing, and a parcel is priced by all three.
  for (const s of sides) if ((some || kind === 'parcel') && !((line[s]?.milli ?? 0) > 0)) found[`.${s}`] = requiredWords
  if (line.itemClass && !isClass(line.itemClass)) found['.itemClass'] = msg`Choose one of the classes.`
  // Whether it is an item of the NMFC the server says, when the field is left.
  if (line.NMFCCode && !line.isNmfcValid)
    found['.NMFCCode'] = msg`An NMFC item is three to six digits, with its sub after a hyphen: 156600-01.`
  const h = line.HazmatDetails
  if (h) {
    for (const { part, code } of hazmatLacks(h)) found[`.HazmatDetails.${part}`] = hazmatWords[code] ?? requiredWords
  }
  return found
}

export function judgeLines(lines: Line[] | undefined, kind: Kind): Found {
  const found: Found = {}
  lines?.forEach((line, n) => {
    for (const [part, no] of Object.entries(judgeLine(line, kind))) found[`[${n}]${part}`] = no
  })
  return found
}

export const palletsWrong = (lines: Line[] | undefined): Words | undefined =>
  isPallets((lines ?? []).reduce((sum, l) => sum + (l.Pallets ?? 0), 0))
    ? undefined
    : msg`A shipment has at most ${rules.palletMax} pallets.`

/** What is wrong with the stops of a shipment of so many lines: each line is left at one place at most. */
export function judgeStops(stops: ShipmentEntryStop[] | undefined, lines: number): Found {
  const found: Found = {}
  const left = new Set<number>()
  stops?.forEach((stop, n) => {
    for (const [part, no] of Object.entries(judgeParty(stop.DropOffAddress, true))) found[`[${n}].DropOffAddress${part}`] = no
    for (const line of stop.Items ?? []) {
      if (line > lines) found[`[${n}].Items`] ??= msg`There is no line ${line}.`
      else if (left.has(line)) found[`[${n}].Items`] ??= msg`Line ${line} is left at two stops.`
      left.add(line)
    }
  })
  return found
}
