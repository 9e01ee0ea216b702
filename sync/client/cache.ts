import Dexie, { type Table } from 'dexie'
import type { Effects } from './effect'
import type { Env } from './env'
import { type Rows, schema, tables } from './gen/tables'
import { Fenced, giveUp, healing, openOptions } from './idb'

export type Row = Record<string, unknown> & { version?: number; scopes?: string[] }

/** The server's row under a row that shows a guess. null: the server has none, `gone` where it took it away from us. */
export interface Base {
  id: string
  row: Row | null
  gone?: boolean
}

/** A mutation whose effect is shown and not yet replaced by the server's rows. It carries its args so that a rebase needs this database alone. */
export interface Overlay {
  id: string
  n: number
  op: string
  args: Record<string, unknown>
  at: string
  user: string
  device: string
  /** What it changed. */
  rows: string[]
  /** What it looked at besides, there or not: rows, and what it searched for. Where one of them comes, changes or goes, it is made again. */
  looked?: string[]
  /** Set when applied on the server: from this version on, the pulled rows contain it. */
  version?: number
  /** The life of the server's database that the version is of: rows of another say nothing about it. Absent where it is the same in all, since it was safe. */
  epoch?: string | undefined
  /** It was applied in an earlier life of the server's database, and is offered again: rows that are still of then hold it from this version on. */
  held?: { epoch: string; version: number }
  /** Its effect threw in replay: what was shown last stays. */
  stuck?: boolean
}

export interface SyncState {
  key: 'sync'
  cursor: string
  epoch: string
  version: number
  /** Scopes whose first load is not complete. */
  loading: string[]
  /** A first load has been completed once: there is something worth showing. */
  complete: boolean
  /** A load from the beginning over old rows is under way: those not seen at its end are removed. */
  sweep: boolean
  schema: number
  checkedAt: number
  refetchedAt: number
  digest: Record<string, string>
  /** The epoch changed in the middle of a load: effects of work that is offered again are shown when it is complete. */
  reapply: boolean
  /** The last complete moment of the server that the rows showed: where a load has begun anew, what it has not brought yet is still of then. */
  whole?: { epoch: string; version: number }
  /** In a sweep: the life of the server's database that the rows under it are of. */
  under?: string
  /** In a sweep: how often it has begun anew. */
  tries?: number
}

/** A row that a load over old rows has brought: in which life of the server's database, and at which try. */
export interface Seen {
  id: string
  epoch?: string
  try?: number
}

/** The last complete moment of the server that the rows showed. */
export const wholeOf = ({ whole, epoch, version }: SyncState): { epoch: string; version: number } => whole ?? { epoch, version }

export interface Beat {
  key: 'lead'
  fence: number
  tab: string
  at: number
}

export interface Answer {
  key: string
  at: number
  value: unknown
}

/** The local store: `db.dock_shipment` and so on, for live queries. Screens only read. */
export type Db = CacheDb & { [K in keyof Rows]: Table<Rows[K], string> }

class CacheDb extends Dexie {
  declare _base: Table<Base, string>
  declare _overlay: Table<Overlay, string>
  declare _meta: Table<SyncState | Beat, string>
  declare _staged: Table<{ n?: number; cursor: string; page: unknown }, number>
  declare _seen: Table<Seen, string>
  declare _answers: Table<Answer, string>
  constructor(name: string, env: Env, version: number, stores: Record<string, string>) {
    super(name, openOptions(env, 'relaxed'))
    healing(this)
    this.version(version).stores({
      ...stores,
      _base: '&id',
      _overlay: '&id,n,version,*rows,*looked',
      _meta: '&key',
      _staged: '++n',
      _seen: '&id',
      _answers: '&key,at',
    })
  }
}

export interface CacheOptions {
  effects: Effects
  /** Tests and simulations bring their own tables. */
  tables?: Record<string, string>
  schema?: number
  /** Another tab holds the database in its old shape and does not let go. Opening goes on when it does. */
  blocked?: () => void
}

const separator = '\u0000'

export function rowId(entity: string, key: string): string {
  return entity + separator + key
}

/** What is looked for by an index, in the same list as rows: no key is empty. */
export function searchId(entity: string, index: string, value: unknown): string {
  return [entity, '', index, String(value)].join(separator)
}

/** Whether an entry of that list is a row. */
export const isRow = (id: string): boolean => !id.includes(separator + separator)

export function splitRowId(id: string): [entity: string, key: string] {
  const at = id.indexOf(separator)
  return [id.slice(0, at), id.slice(at + 1)]
}

/** What the server knows and this person may see, with the effects of unsent work on top. It may always be deleted and fetched again. */
export class Cache {
  readonly entities: string[]
  readonly schema: number
  /** A newer app in another tab upgraded the database: this tab can only reload. */
  stale = false
  onStale: (() => void) | undefined

  private constructor(
    readonly db: Db,
    readonly env: Env,
    readonly effects: Effects,
    stores: Record<string, string>,
    version: number,
  ) {
    this.entities = Object.keys(stores)
    this.schema = version
    db.on('versionchange', ({ newVersion }) => {
      giveUp(db)
      if (newVersion !== null) {
        this.stale = true
        this.onStale?.()
      }
      return false
    })
  }

  static nameOf(org: string, user: string): string {
    return `lading-cache-${org}-${user}`
  }

  static async open(env: Env, name: string, options: CacheOptions): Promise<Cache> {
    const stores = options.tables ?? tables
    const version = options.schema ?? schema
    const make = () => {
      const db = new CacheDb(name, env, version, stores) as Db
      if (options.blocked) db.on('blocked', options.blocked)
      return new Cache(db, env, options.effects, stores, version)
    }
    let cache = make()
    try {
      await cache.db.open()
    } catch (err) {
      // A failed upgrade or a database from a newer app. Everything in it is also elsewhere.
      if ((err as Error).name === 'QuotaExceededError') throw err
      cache.db.close()
      await cache.db.delete()
      cache = make()
      await cache.db.open()
    }
    const state = await cache.state()
    if (state.schema !== version) await cache.startAgain()
    return cache
  }

  close(): void {
    giveUp(this.db)
  }

  async delete(): Promise<void> {
    await this.db.delete()
  }

  table(entity: string): Table<Row, string> {
    return this.db.table(entity)
  }

  keyOf(entity: string, row: Row): string {
    return String(row[this.table(entity).schema.primKey.keyPath as string]) // single-column keys only, by the house rule
  }

  /** Names of every table whose rows a rebase may touch, with the bookkeeping. */
  get all(): Table[] {
    return [...this.entities, '_base', '_overlay', '_meta', '_staged', '_seen'].map((name) => this.db.table(name))
  }

  async state(): Promise<SyncState> {
    const found = (await this.db._meta.get('sync')) as SyncState | undefined // the key decides the member
    return (
      found ?? {
        key: 'sync',
        cursor: '',
        epoch: '',
        version: 0,
        loading: [],
        complete: false,
        sweep: false,
        schema: this.schema,
        checkedAt: 0,
        refetchedAt: 0,
        digest: {},
        reapply: false,
      }
    )
  }

  async beat(): Promise<Beat | undefined> {
    return (await this.db._meta.get('lead')) as Beat | undefined // the key decides the member
  }

  /** Written by the leader every two seconds; also what fences the cache's transactions. */
  async setBeat(fence: number, tab: string): Promise<void> {
    await this.db.transaction('rw', this.db._meta, async () => {
      const now = await this.beat()
      if (now && now.fence > fence) throw new Fenced()
      await this.db._meta.put({ key: 'lead', fence, tab, at: this.env.clock.now() })
    })
  }

  /** To be called first in each of the leader's transactions. */
  async check(fence: number): Promise<void> {
    const now = await this.beat()
    if (now && now.fence > fence) throw new Fenced()
  }

  /** Load from the beginning. Old rows stay readable and are swept at the end; guesses stay on top of them. */
  async startAgain(fence?: number): Promise<void> {
    await this.db.transaction('rw', this.all, async () => {
      if (fence !== undefined) await this.check(fence)
      const state = await this.state()
      let rows = 0
      for (const entity of this.entities) rows += await this.table(entity).limit(1).count()
      await this.db._staged.clear()
      // What an earlier try has brought is to come again, and is still of the life in which it came.
      const again = state.sweep && rows > 0
      if (!again) await this.db._seen.clear()
      await this.db._meta.put({
        ...state,
        ...(again ? { tries: (state.tries ?? 0) + 1 } : { under: state.epoch, tries: 0 }),
        cursor: '',
        version: 0,
        loading: [],
        sweep: rows > 0,
        schema: this.schema,
        refetchedAt: this.env.clock.now(),
        digest: {},
        whole: rows > 0 ? wholeOf(state) : { epoch: '', version: 0 },
      })
    })
  }

  /** The last answer of a query, for reading offline. */
  async answer(key: string): Promise<Answer | undefined> {
    return this.db._answers.get(key)
  }

  async keepAnswer(key: string, value: unknown): Promise<void> {
    await this.db._answers.put({ key, at: this.env.clock.now(), value })
    const spare = (await this.db._answers.count()) - 300
    if (spare > 0) await this.db._answers.bulkDelete(await this.db._answers.orderBy('at').limit(spare).primaryKeys())
  }
}
