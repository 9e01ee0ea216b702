// The characters that a QR code packs most tightly, without the two (blank and %) that an address cannot carry.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:'

/** Bytes as text for a QR code: three characters for two bytes, 8.25 bits of the code for a byte. */
export function toBase43(bytes: Uint8Array): string {
  let out = ''
  for (let i = 0; i < bytes.length; i += 2) {
    const pair = i + 1 < bytes.length
    let n = pair ? (bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0) : (bytes[i] ?? 0)
    for (let k = pair ? 3 : 2; k > 0; k--) {
      out += alphabet[n % 43]
      n = Math.floor(n / 43)
    }
  }
  return out
}

/** The bytes again; undefined where the text is none of ours. */
export function fromBase43(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 3 === 1) return undefined
  const out = new Uint8Array(Math.floor((text.length * 2) / 3))
  let at = 0
  for (let i = 0; i < text.length; i += 3) {
    const part = text.slice(i, i + 3)
    let n = 0
    for (let k = part.length - 1; k >= 0; k--) {
      const digit = alphabet.indexOf(part[k] ?? '')
      if (digit < 0) return undefined
      n = n * 43 + digit
    }
    if (n >= (part.length === 3 ? 65_536 : 256)) return undefined
    if (part.length === 3) out[at++] = n >> 8
    out[at++] = n & 255
  }
  return out
}
