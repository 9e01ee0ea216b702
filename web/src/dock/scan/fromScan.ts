/** The mod 10 digit of the trade: from the right, every other digit counts three times. */
function checks(number: string): boolean {
  let sum = 0
  for (let i = number.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight) sum += Number(number[i]) * weight
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

// FNC1, as many readers pass it on.
const separator = String.fromCharCode(0x1d)
const separators = new RegExp(`^${separator}+|${separator}+$`, 'g')

const identifiers = [
  { before: '402', length: 17 }, // a bill of lading
  { before: '00', length: 18 }, // a pallet's SSCC
]

/**
 * The bare number in what a scanner read; the twin of server/kit/gs1. Bill and pallet bar codes carry an application identifier before the
 * number, some readers announce the symbology (]C1) or pass FNC1 on as a group separator. What is neither comes back trimmed.
 */
export function fromScan(text: string): string {
  const read = text
    .trim()
    .replace(/^\](?:C1|d2|Q3|e0)/, '')
    .replace(separators, '')
    .trim()
  const bare = read.replace(/[() ]/g, '')
  // A label may say more behind the number (lot, weight): each of our two has a length of its own, so the rest can be left off.
  for (const { before, length } of identifiers) {
    if (!bare.startsWith(before)) continue
    const number = bare.slice(before.length, before.length + length)
    if (/^\d+$/.test(number) && number.length === length && checks(number)) return number
  }
  return read
}

/** Whether text is an 18-digit pallet number with the right check digit. */
export const isSscc = (text: string) => /^\d{18}$/.test(text) && checks(text)
