import { Sum } from '../digest'

export type Row = Record<string, unknown> & { id: string }

export interface Stored {
  entity: string
  row: Row
  scopes: string[]
  version: number
}

/** The latest of a row in a scope: that it is there, or that it left. */
export interface Entry {
  scope: string
  entity: string
  key: string
  version: number
  gone: boolean
}

/** The rows of an organisation and what changed in each scope, as the server's triggers keep them. */
export class Rows {
  version = 0
  rows = new Map<string, Stored>()
  changes = new Map<string, Entry>()
  /** In the order in which they were first heard of: a first load goes by it. */
  readonly entities: string[] = []
  /** Tombstones up to this version are gone. */
  floor = 0

  put(entity: string, row: Row, scopes = ['wh:ATL'], version = ++this.version): void {
    const id = `${entity}/${row.id}`
    if (!this.entities.includes(entity)) this.entities.push(entity)
    const was = this.rows.get(id)
    for (const scope of was?.scopes ?? [])
      if (!scopes.includes(scope)) this.changes.set(`${scope} ${id}`, { scope, entity, key: row.id, version, gone: true })
    for (const scope of scopes) this.changes.set(`${scope} ${id}`, { scope, entity, key: row.id, version, gone: false })
    this.rows.set(id, { entity, row: { ...row }, scopes, version })
  }

  get(entity: string, key: string): Row | undefined {
    return this.rows.get(`${entity}/${key}`)?.row
  }

  delete(entity: string, key: string, version?: number): void {
    const id = `${entity}/${key}`
    const was = this.rows.get(id)
    if (!was) return
    const at = version ?? ++this.version
    for (const scope of was.scopes) this.changes.set(`${scope} ${id}`, { scope, entity, key, version: at, gone: true })
    this.rows.delete(id)
  }

  /** Three months later: who has not pulled since starts those scopes again. */
  forgetTombstones(): void {
    for (const [at, { gone }] of this.changes) if (gone) this.changes.delete(at)
    this.floor = this.version++
  }

  digest(scopes: string[]): Record<string, string> {
    const sums = new Map(scopes.map((s) => [s, new Sum()]))
    for (const r of this.rows.values()) for (const s of r.scopes) sums.get(s)?.add(`${r.entity}\u0000${r.row.id}\u0000${r.version}`)
    return Object.fromEntries([...sums].map(([s, sum]) => [s, sum.toString()]))
  }

  copy(): Rows {
    return Object.assign(new Rows(), this, { rows: new Map(this.rows), changes: new Map(this.changes), entities: [...this.entities] })
  }
}
