/**
 * Where a paper's seal stands and what it covers, by the bytes alone. The server's checker (server/document/seal/check.go) asks the same; sync/testdata/seal.json is run by both.
 * The page that strangers open carries this without the part that knows certificates.
 */
export interface Anatomy {
  findings: string[]
  /** The seal's signature, and what it is over; absent where there is none to check. */
  seal?: { der: Uint8Array<ArrayBuffer>; covered: Uint8Array<ArrayBuffer>; madeAt?: Date }
}

const rangeForm = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/
const pageForm = /\/Type\s*\/Pages\b|\/Kids\b/
const annotForm = /\/Annots?\b|\/Subtype\s*\/Widget\b/
const madeForm = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/

export function anatomy(pdf: Uint8Array): Anatomy {
  // One character a byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(pdf)
  if (!text.startsWith('%PDF-')) return { findings: ['paper-not-pdf'] }
  const m = rangeForm.exec(text)
  if (!m) return { findings: ['paper-not-sealed'] }
  const [zero = 1, from = 0, to = 0, rest = 0] = m.slice(1).map(Number)
  const end = to + rest
  const der =
    zero === 0 &&
    from > m.index + m[0].length &&
    to > from + 1 &&
    end <= pdf.length &&
    text[from] === '<' &&
    text[to - 1] === '>' &&
    text.slice(0, from).endsWith('/Contents ')
      ? fromHex(text.slice(from + 1, to - 1))
      : undefined
  if (!der) return { findings: ['paper-range-broken'] }
  const covered = new Uint8Array(from + rest)
  covered.set(pdf.subarray(0, from))
  covered.set(pdf.subarray(to, end), from)
  const made = madeForm.exec(text.slice(m.index, end))
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = made?.slice(1).map(Number) ?? []
  return {
    findings: added(text.slice(end)),
    seal: { der, covered, ...(made ? { madeAt: new Date(Date.UTC(y, mo - 1, d, h, mi, s)) } : {}) },
  }
}

/** What stands behind the sealed part. An update may play tricks with how a page is shown; that it is there is enough. */
function added(rest: string): string[] {
  if (rest === '') return []
  if (pageForm.test(rest)) return ['paper-page-added']
  if (annotForm.test(rest)) return ['paper-annotation-added']
  return [rest.includes('%%EOF') ? 'paper-content-added' : 'paper-range-broken']
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) return undefined
  const out = new Uint8Array(hex.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return out
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

const pairs = Array.from({ length: 256 }, (_, b) => b.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let out = ''
  for (const b of bytes) out += pairs[b]
  return out
}
