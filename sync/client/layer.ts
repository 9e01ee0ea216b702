import Dexie, { type Table, type Transaction } from 'dexie'
import { type Cache, type Overlay, type Row, rowId, type Seen, type SyncState, searchId, splitRowId, wholeOf } from './cache'
import type { Local } from './effect'

// A guess is an effect on the server's rows. It is made again, from those rows, whenever one that it changed or looked at comes, changes or goes, and
// left out on a row that holds it already: since the version at which it was applied, or, on a row of an earlier life of the server's database, the one
// that it had there.

/** In which life of the server's database a row was sent. */
export type Life = (id: string) => string

/** In the middle of a load over old rows, those that have not come again are of the life in which it began, or of the one that an earlier try brought. */
export function lifeOf(state: SyncState, seen: Seen[]): Life {
  if (!state.sweep) return () => state.epoch
  const before = state.under ?? wholeOf(state).epoch
  const lives = new Map(seen.map(({ id, epoch }) => [id, epoch ?? state.epoch]))
  return (id) => lives.get(id) ?? before
}

type Judged = Pick<Overlay, 'version' | 'epoch'>

/** Whether rows of that life and version hold what the server has judged. What was safe is held from its version on in every life. */
export function since({ version, epoch }: Judged, at: number, life: string | undefined): boolean {
  return version !== undefined && at >= version && (epoch ?? life) === life
}

/** Whether a row holds a guess: since its version, or since the one that it had in the life that the row is of. */
export function holding({ held, ...judged }: Judged & Pick<Overlay, 'held'>, row: Row, life: string | undefined): boolean {
  const at = row.version ?? 0
  return since(judged, at, life) || (held !== undefined && held.epoch === life && at >= held.version)
}

export async function livesIn(cache: Cache): Promise<Life> {
  const state = await cache.state()
  return lifeOf(state, state.sweep ? await cache.db._seen.toArray() : [])
}

/**
 * Waits for work inside a transaction that may have asked nothing of the store. After a hundred such awaits Dexie would take us to have left the
 * transaction: what follows would be written beside it. A promise of Dexie's own tells it that we are still here.
 */
export const inside = <T>(work: Promise<T>): PromiseLike<T> => Dexie.Promise.resolve(work)

/**
 * A buffer over the local tables inside one transaction. IndexedDB has no savepoints: an effect that throws must leave nothing behind,
 * so effects write here and the result goes to the tables in one piece.
 */
export class Layer {
  private readonly rows = new Map<string, Row | null>()
  /** What the tables held when an effect first looked. */
  readonly read = new Map<string, Row | null>()
  /** Rows that the server took away while work on them is unsent: shown as they were, changed by no effect. */
  readonly frozen = new Set<string>()
  private trial: Map<string, Row | null> | undefined
  /** The effect that runs. A row that holds it already is left as it is, or it would count twice. */
  private made: Omit<Overlay, 'rows'> | undefined
  private touched: Set<string> | undefined
  private looked = new Set<string>()

  /**
   * Reads in `tx` by name: an effect waits for rows of the buffer, which are nobody's requests, and Dexie then no longer knows in which transaction the
   * next request is made. Made beside it, it would wait for the transaction to end, and everything after it would fail.
   * `reads` is told of each row that is about to be read, so that what else is needed of it can be asked for at the same time.
   */
  constructor(
    private readonly cache: Cache,
    private readonly tx: Transaction,
    private readonly life: Life | undefined,
    private readonly reads?: (id: string) => void,
  ) {}

  set(id: string, row: Row | null): void {
    this.rows.set(id, row)
  }

  /** Runs one effect. What it changed and what it looked at, on success; on a throw nothing has changed. */
  async run(made: Omit<Overlay, 'rows'>): Promise<Required<Pick<Overlay, 'rows' | 'looked'>>> {
    const effect = this.cache.effects.get(made.op)
    if (!effect) return { rows: [], looked: [] }
    const touched = new Set<string>()
    this.trial = new Map()
    this.touched = touched
    this.looked = new Set()
    this.made = made
    try {
      const locals = Object.fromEntries(effect.tables.map((entity) => [entity, this.local(entity)]))
      await effect.run(locals as Record<string, Local<never>>, structuredClone(made.args) as never, made) // types were checked where the effect was declared
      for (const [id, row] of this.trial) this.rows.set(id, row)
      return { rows: [...touched], looked: [...this.looked].filter((id) => !touched.has(id)) }
    } finally {
      this.trial = undefined
      this.touched = undefined
      this.made = undefined
    }
  }

  private known(id: string): Row | null | undefined {
    const trial = this.trial?.get(id)
    return trial !== undefined ? trial : this.rows.get(id)
  }

  private local(entity: string): Local<Row> {
    const table: Table<Row, string> = this.tx.table(entity)
    const get = async (key: string) => {
      const id = rowId(entity, key)
      this.looked.add(id)
      const known = this.known(id) // null where the buffer has no such row, whatever the table still shows
      const buffered = known === undefined ? this.read.get(id) : known
      if (buffered !== undefined) return buffered ?? undefined
      this.reads?.(id)
      const row = await table.get(key)
      this.read.set(id, row ?? null)
      return row
    }
    // Read only where it matters: a tap's own effect has no version yet.
    const holds = async (key: string) => {
      const { made, life } = this
      if (!made || (made.version === undefined && !made.held)) return false
      const row = await get(key)
      return row !== undefined && holding(made, row, life?.(rowId(entity, key)))
    }
    const write = async (key: string, row: Row | null) => {
      const id = rowId(entity, key)
      if (await holds(key)) return
      this.touched?.add(id)
      if (!this.frozen.has(id)) this.trial?.set(id, row)
    }
    return {
      get: async (key) => structuredClone(await get(key)),
      where: async (index, value) => {
        this.looked.add(searchId(entity, index, value))
        const found = new Map<string, Row>()
        for (const row of await table.where(index).equals(value).toArray()) found.set(this.cache.keyOf(entity, row), row)
        for (const id of new Set([...this.rows.keys(), ...(this.trial?.keys() ?? [])])) {
          const [e, key] = splitRowId(id)
          if (e !== entity) continue
          const row = this.known(id)
          if (row && row[index] === value) found.set(key, row)
          else found.delete(key)
        }
        for (const key of found.keys()) this.looked.add(rowId(entity, key))
        return structuredClone([...found.values()])
      },
      put: async (row) => write(this.cache.keyOf(entity, row), row),
      update: async (key, patch) => {
        const row = await get(key)
        if (!row) return false
        await write(key, { ...row, ...patch })
        return true
      },
      delete: async (key) => write(key, null),
    }
  }

  entries(): IterableIterator<[string, Row | null]> {
    return this.rows.entries()
  }
}
