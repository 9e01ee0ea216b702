import type { Cache, Row } from './cache'
import { rowId, splitRowId } from './cache'

const utf8 = new TextEncoder()

/** A 64-bit sum in two halves: BigInt would take most of a second for the rows of a warehouse on a slow tablet. */
export class Sum {
  private count = 0
  private hi = 0
  private lo = 0

  /** Adds the FNV-1a-64 hash of a text. */
  add(text: string): void {
    let hi = 0xcbf29ce4
    let lo = 0x84222325
    const step = (byte: number) => {
      lo = (lo ^ byte) >>> 0
      // times 0x100000001b3 = 2^40 + 0x1b3
      const low = lo * 0x1b3
      hi = (hi * 0x1b3 + Math.floor(low / 0x100000000) + ((lo << 8) >>> 0)) % 0x100000000
      lo = low % 0x100000000
    }
    let ascii = true
    for (let i = 0; i < text.length && ascii; i++) ascii = text.charCodeAt(i) < 0x80
    if (ascii) for (let i = 0; i < text.length; i++) step(text.charCodeAt(i))
    else for (const byte of utf8.encode(text)) step(byte)
    const low = this.lo + lo
    this.lo = low % 0x100000000
    this.hi = (this.hi + hi + (low >= 0x100000000 ? 1 : 0)) % 0x100000000
    this.count++
  }

  toString(): string {
    return `${this.count}:${this.hi.toString(16).padStart(8, '0')}${this.lo.toString(16).padStart(8, '0')}`
  }
}

const piece = 1000

/**
 * Per scope, the count and the wrapping sum of FNV-1a-64(entity \0 key \0 version) over the server's rows as this device holds them, guesses left out.
 * Undefined where the cache has moved on from the version meanwhile. Read in pieces, so that the interface gets its turns.
 */
export async function digests(cache: Cache, version: number, scopes: string[]): Promise<Record<string, string> | undefined> {
  const tables = [...cache.entities.map((e) => cache.table(e)), cache.db._base, cache.db._meta]
  return cache.db.transaction('r', tables, async () => {
    const state = await cache.state()
    if (state.version !== version || state.loading.length > 0) return undefined
    const sums = new Map(scopes.map((s) => [s, new Sum()]))
    const count = (entity: string, key: string, row: Row) => {
      for (const scope of row.scopes ?? []) sums.get(scope)?.add(`${entity}\u0000${key}\u0000${row.version}`)
    }
    const based = new Set<string>()
    for (const base of await cache.db._base.toArray()) {
      based.add(base.id)
      if (base.row) count(...splitRowId(base.id), base.row)
    }
    for (const entity of cache.entities) {
      const table = cache.table(entity)
      for (let last: string | undefined; ; ) {
        const rows = await (last === undefined ? table.limit(piece) : table.where(':id').above(last).limit(piece)).toArray()
        for (const row of rows) {
          last = cache.keyOf(entity, row)
          if (!based.has(rowId(entity, last))) count(entity, last, row)
        }
        if (rows.length < piece) break
      }
    }
    return Object.fromEntries([...sums].map(([scope, sum]) => [scope, sum.toString()]))
  })
}
