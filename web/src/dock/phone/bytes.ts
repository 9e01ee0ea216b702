export type Bytes = Uint8Array<ArrayBuffer>

export function joined(...parts: Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const p of parts) {
    out.set(p, at)
    at += p.length
  }
  return out
}

export const hexOf = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

export function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (h) => Number.parseInt(h, 16))
}

async function through(bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> {
  const out = new Response(new Blob([bytes]).stream().pipeThrough(stream as unknown as TransformStream<Uint8Array, Uint8Array>)) // its halves are typed apart
  return new Uint8Array(await out.arrayBuffer())
}

export const deflate = (bytes: Bytes) => through(bytes, new CompressionStream('deflate-raw'))
export const inflate = (bytes: Bytes) => through(bytes, new DecompressionStream('deflate-raw'))
