import { checks } from '@/kit/gs1/checkDigit'
import { bareOf, parseLabel } from '@/kit/scan/label'

const separator = String.fromCharCode(0x1d)
const separators = new RegExp(`^${separator}+|${separator}+$`, 'g')

const identifiers = [
  { before: '402', length: 17 }, // a bill of lading
  { before: '00', length: 18 }, // a pallet's SSCC
]

/**
 * The bare number in what a scanner read; the twin of server/kit/gs1. Bill and pallet bar codes carry an application identifier, among others
 * on the same label; some readers announce the symbology (]C1) or pass FNC1 on as a group separator. What is neither comes back trimmed.
 */
export function fromScan(text: string): string {
  const { elements, error } = parseLabel(text)
  for (const { ai, value } of elements)
    if (identifiers.some((i) => i.before === ai && i.length === value.length) && checks(value)) return value
  const read = bareOf(text).replace(separators, '').trim()
  if (error) {
    // A label of the trade that ends in something else: each of our two has a length of its own, so the rest can be left off.
    const bare = read.replace(/[() ]/g, '')
    for (const { before, length } of identifiers) {
      const number = bare.slice(before.length, before.length + length)
      if (bare.startsWith(before) && number.length === length && /^\d+$/.test(number) && checks(number)) return number
    }
  }
  return read
}

/** A pallet or bill number whose check digit does not fit: the label is torn or dirty, and no pallet is meant. */
export function misread(text: string): boolean {
  const { elements, error } = parseLabel(text)
  const last = elements.at(-1)
  return error === 'check' && identifiers.some((i) => i.before === last?.ai)
}
