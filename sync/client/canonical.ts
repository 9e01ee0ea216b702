/** Sorts keys at every level; what remains is written as JSON.stringify writes it. Undefined members vanish as they do there. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v === undefined ? null : v)).join(',')}]`
  const said = value as Record<string, unknown> // an object has nothing else
  let members = ''
  for (const k of Object.keys(said).sort())
    if (said[k] !== undefined) members += `${members && ','}${JSON.stringify(k)}:${canonical(said[k])}`
  return `{${members}}`
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
const utf8 = new TextEncoder()

export function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i) // a chain of ten thousand events has ten thousand of these
  return bytes
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
