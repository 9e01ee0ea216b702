/**
 * A zip file's entries by name. The list at its end counts, as it does for the server's checker; the browser unpacks, off the main thread.
 * Of two entries that share a name it would be chance which one counts, so such a name is not there at all.
 */
export class Zip {
  #entries = new Map<string, Entry | 'twice'>()
  #bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let end = bytes.length - 22
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
    if (end < 0) throw new Error('no zip file')
    const count = view.getUint16(end + 10, true)
    let at = view.getUint32(end + 16, true)
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new Error('a broken list of contents')
      const [nameLength, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      const entry: Entry = {
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        header: view.getUint32(at + 42, true),
      }
      this.#entries.set(name, this.#entries.has(name) ? 'twice' : entry)
      at += 46 + nameLength + extra + comment
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()].filter((n) => !n.endsWith('/'))
  }

  /** A file's bytes; undefined where it is not there, empty where it cannot be unpacked. */
  async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const e = this.#entries.get(name)
    if (!e || e === 'twice') return undefined
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    const from = e.header + 30 + view.getUint16(e.header + 26, true) + view.getUint16(e.header + 28, true)
    const packed = this.#bytes.subarray(from, from + e.packed)
    if (e.method === 0) return packed
    try {
      const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
      return new Uint8Array(await new Response(plain).arrayBuffer())
    } catch {
      return new Uint8Array()
    }
  }
}

interface Entry {
  method: number
  packed: number
  header: number
}
