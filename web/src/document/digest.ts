import { canonical } from '@sync/canonical'

/**
 * What a signature on a bill of lading names: SHA-256, in hex, of the bill without its signatures. The server computes the same
 * (server/document/bill/digest.go); both are held to sync/testdata/bill-digest.json.
 */
export async function billDigest(bill: object, subtle: SubtleCrypto = crypto.subtle): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(billText(bill))))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/** The text that is hashed: canonical JSON without what leaves a box of the form blank, so that a new box changes no old digest. */
export function billText(bill: object): string {
  return canonical(filled({ ...bill, signatures: null }))
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled) // an element's place is a part of the bill: none is left out
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([key, v]) => [key, filled(v)] as const)
  return Object.fromEntries(members.filter(([, v]) => !blank(v)))
}

function blank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (value !== null && typeof value === 'object') return Object.keys(value).length === 0
  return !value
}
