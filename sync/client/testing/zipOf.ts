import { crc32 } from 'node:zlib'

/** A zip file of stored entries, for tests. */
export function zipOf(files: [string, Uint8Array<ArrayBuffer>][]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, body] of files) {
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(title.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entry, title)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, Buffer.from(body))
    at += 30 + title.length + body.length
  }
  const size = list.reduce((n, b) => n + b.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...parts, ...list, end]))
}
