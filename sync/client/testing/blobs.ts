import { problem } from './answer'

/** Files, as far as their bytes have come. */
export class Blobs {
  readonly held = new Map<string, { size: number; data: number[] }>()
  /** Files that are refused whatever comes, with the code that says why. */
  readonly broken = new Map<string, string>()
  /** Who sent each: a user's id, or `device:` and the device's. */
  readonly from = new Map<string, string>()

  answer(hash: string, method: string, headers: Headers, body: unknown, who = ''): Response {
    const held = this.held.get(hash) ?? { size: -1, data: [] }
    if (method === 'HEAD') {
      const done = held.data.length === held.size
      return new Response(null, { status: done ? 200 : 404, headers: { 'Upload-Offset': String(held.data.length) } })
    }
    const broken = this.broken.get(hash)
    if (broken) return problem(422, broken)
    held.size = Number(headers.get('Upload-Length'))
    if (Number(headers.get('Upload-Offset')) !== held.data.length)
      return new Response(null, { status: 409, headers: { 'Upload-Offset': String(held.data.length) } })
    for (const byte of body as Uint8Array) held.data.push(byte)
    this.held.set(hash, held)
    this.from.set(hash, who)
    return new Response(null, { status: 204, headers: { 'Upload-Offset': String(held.data.length) } })
  }
}
