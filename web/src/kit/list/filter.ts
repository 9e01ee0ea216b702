import Dexie, { type ObservabilitySet, RangeSet } from 'dexie'
import { add, join, place } from './runs'
import { onShelf, opening, pieceByPiece, readAll, type Shelf } from './shelf'

/** Which of the rows are wanted, and how they are ordered. */
export interface Question<R> {
  accepts: (row: R) => boolean
  keys: (row: R) => readonly unknown[]
  compare: (a: readonly never[], b: readonly never[]) => number
  /** The first rows of the shelf are the first of the answer: they are shown before the others are known. */
  first: boolean
}

interface Entry {
  id: string
  keys: readonly never[]
}

/** So many changes at once are read from the beginning. */
const many = 1000

/**
 * Answers a question about a shelf without holding its rows: it goes through them in pieces, keeps their keys in order, and reads again only rows
 * that changed and rows that are looked at. So a list of a hundred thousand costs the screen what a list of fifty does.
 */
export class Filter<R extends { id: string }> {
  /** How many there are, wanted or not. */
  total = 0
  /** All has been gone through once. */
  complete = false
  version = 0
  private entries: Entry[] = []
  private held = new Set<string>()
  private found = new Map<string, Entry>()
  private readonly rows = new Map<string, R>()
  private sight = { from: 0, to: opening }
  private readonly listeners = new Set<() => void>()
  private late: Set<string> | 'all' = new Set()
  private busy = false
  private stopped = true

  constructor(
    private readonly shelf: Shelf<R>,
    private readonly question: Question<R>,
  ) {}

  get length() {
    return this.entries.length
  }

  idAt = (n: number) => this.entries[n]?.id

  at = (n: number) => {
    const entry = this.entries[n]
    return entry && this.rows.get(entry.id)
  }

  /** Those that are at hand. */
  get near(): R[] {
    return [...this.rows.values()]
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start() {
    if (!this.stopped) return
    this.stopped = false
    Dexie.on('storagemutated', this.heard)
    this.late = 'all'
    void this.work()
  }

  stop() {
    this.stopped = true
    Dexie.on('storagemutated').unsubscribe(this.heard)
  }

  /** These stand before the eye: they are read, and others forgotten. */
  see(from: number, to: number) {
    if (from === this.sight.from && to === this.sight.to) return
    this.sight = { from, to }
    void this.read().catch(this.closed)
  }

  private readonly heard = (changed: ObservabilitySet) => {
    const table = this.shelf.table()
    const keys = changed.all ?? changed[`idb://${table.db.name}/${table.name}/`] // all: a page that the browser had put away is back
    if (!keys) return
    for (const { from, to } of RangeSet(keys)) {
      if (this.late === 'all') break
      if (from === to && this.late.size < many) this.late.add(String(from))
      else this.late = 'all'
    }
    void this.work()
  }

  /** One thing after the other, until nothing is left to do. */
  private async work() {
    if (this.busy) return
    this.busy = true
    try {
      while (!this.stopped && (this.late === 'all' || this.late.size > 0)) {
        // While a first load or a file comes in, one change follows the other: they are read together.
        if (this.late === 'all' && this.complete) await new Promise((go) => setTimeout(go, 500))
        const ids = this.late
        this.late = new Set()
        if (ids === 'all') await this.goThrough()
        else await this.lookAgain([...ids])
        await this.read()
      }
    } catch (err) {
      this.closed(err)
    } finally {
      this.busy = false
    }
  }

  /** A database that was closed under us is opened again. */
  private readonly closed = (err: unknown) => {
    if ((err as Error).name !== 'DatabaseClosedError') throw err
    this.late = 'all'
    setTimeout(() => void this.work(), 1000)
  }

  private async goThrough() {
    const held = new Set<string>()
    const found = new Map<string, Entry>()
    const runs: Entry[][] = []
    let moved = false
    // Who moved behind those that are still to come meanwhile is met twice: where it was met last, it is.
    const whole = () => (moved ? join(runs, this.order).filter((e) => found.get(e.id) === e) : join(runs, this.order))
    let pieces = 0
    for await (const rows of pieceByPiece(this.shelf)) {
      if (this.stopped) return
      const run: Entry[] = []
      for (const row of rows) {
        held.add(row.id)
        if (this.rows.has(row.id)) this.rows.set(row.id, row)
        if (!this.question.accepts(row)) continue
        const entry = this.entryOf(row)
        moved ||= found.has(row.id)
        found.set(row.id, entry)
        run.push(entry)
      }
      add(runs, run.sort(this.order), this.order)
      pieces++
      // Now and again what is known so far; the first time the rows themselves are at hand.
      if (this.complete || !this.question.first || (pieces & (pieces - 1)) !== 0) continue
      if (pieces === 1) for (const row of rows) if (found.has(row.id)) this.rows.set(row.id, row)
      this.tell(whole(), held, found)
      await this.read()
    }
    this.complete = true
    this.tell(whole(), held, found)
  }

  private async lookAgain(ids: string[]) {
    const rows = await this.shelf.table().bulkGet(ids)
    for (const [n, id] of ids.entries()) {
      const row = rows[n]
      const old = this.found.get(id)
      if (old) {
        this.entries.splice(this.entries.indexOf(old), 1)
        this.found.delete(id)
      }
      this.held.delete(id)
      if (!row || !onShelf(this.shelf, row)) {
        this.rows.delete(id)
        continue
      }
      this.held.add(id)
      if (!this.question.accepts(row)) continue
      const entry = this.entryOf(row)
      this.found.set(id, entry)
      this.entries.splice(place(this.entries, entry, this.order), 0, entry)
      if (this.rows.has(id)) this.rows.set(id, row)
    }
    this.tell(this.entries, this.held, this.found)
  }

  /** Whether a row that is chosen still is one of them. */
  has = (id: string) => this.held.has(id)

  private entryOf = (row: R): Entry => ({ id: row.id, keys: this.question.keys(row) as readonly never[] })

  private readonly order = (a: Entry, b: Entry) => this.question.compare(a.keys, b.keys) || (a.id < b.id ? -1 : 1)

  private async read() {
    const ids = this.entries.slice(this.sight.from, this.sight.to).map((e) => e.id)
    const unread = ids.filter((id) => !this.rows.has(id))
    if (unread.length === 0) return
    const rows = await this.shelf.table().bulkGet(unread)
    const wanted = new Set(this.entries.slice(this.sight.from, this.sight.to).map((e) => e.id)) // it may have moved on meanwhile
    for (const id of this.rows.keys()) if (!wanted.has(id)) this.rows.delete(id)
    for (const row of rows) if (row && wanted.has(row.id)) this.rows.set(row.id, row)
    this.tell(this.entries, this.held, this.found)
  }

  private tell(entries: Entry[], held: Set<string>, found: Map<string, Entry>) {
    Object.assign(this, { entries, held, found, total: held.size })
    this.version++
    for (const listener of this.listeners) listener()
  }

  /** All the rows of the answer, in its order, once it is whole. */
  async take(): Promise<R[]> {
    if (!this.complete)
      await new Promise<void>((known) => {
        const leave = this.subscribe(() => {
          if (!this.complete) return
          leave()
          known()
        })
      })
    return readAll(
      this.shelf,
      this.entries.map((e) => e.id),
    )
  }
}
