/** Sorts keys at every level; what remains is written as JSON.stringify writes it. Undefined members vanish as they do there. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v === undefined ? null : v)).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
const utf8 = new TextEncoder()

export function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
}

/** Raw r||s in base64url. */
export async function sign(subtle: SubtleCrypto, key: CryptoKey, text: string): Promise<string> {
  return base64url(new Uint8Array(await subtle.sign(algorithm, key, utf8.encode(text))))
}

export function verify(subtle: SubtleCrypto, key: CryptoKey, text: string, signature: string): Promise<boolean> {
  return subtle.verify(algorithm, key, fromBase64url(signature), utf8.encode(text))
}

/** The fields that a signature covers; the server builds the same text from what it received. */
export interface Signed {
  seq: number
  id: string
  op: string
  args: unknown
  subjects: string[]
  at: string
  atRaw: string
  user: string
  replaces: number | null
  replacesDevice?: string
  device: string
}

export function signedText({ args, at, atRaw, device, id, op, replaces, replacesDevice, seq, subjects, user }: Signed): string {
  return canonical({ args, at, atRaw, device, id, op, replaces, replacesDevice, seq, subjects, user })
}
