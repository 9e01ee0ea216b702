import { createHmac } from 'node:crypto'

/** What an authenticator app shows for a base32 secret, some 30 s steps from now (RFC 6238). */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((b) => Number.parseInt(b, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const sum = createHmac('sha1', key).update(counter).digest()
  const at = (sum.at(-1) ?? 0) & 15
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
