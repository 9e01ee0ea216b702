import Dexie, { type Table } from 'dexie'
import type { Env } from './env'
import { giveUp, healing, openOptions } from './idb'

/** What this device did at a time, without anybody's data. */
export interface Note {
  at: number
  what: string
  detail?: Record<string, unknown> | undefined
}

/** As many as the server takes in one log. */
const most = 500
/** Notes come in bursts; a burst is one write. What is noted because something broke does not wait. */
const rest = 250

class JournalDb extends Dexie {
  declare notes: Table<Note, number>
  constructor(name: string, env: Env) {
    super(name, openOptions(env, 'relaxed'))
    healing(this)
    this.version(1).stores({ notes: '++' })
  }
}

/**
 * A device's log over reloads and crashes: the last few hundred notes of all its tabs, on disk. It is nobody's work, so nothing waits for it and where the
 * disk has no room it is kept in memory alone.
 */
export class Journal {
  private fresh: Note[] = []
  private timer: unknown
  private ended = false
  private writing: Promise<void> = Promise.resolve()
  private readonly db: JournalDb

  constructor(
    private readonly env: Env,
    name: string,
  ) {
    this.db = new JournalDb(name, env)
    this.db.on('versionchange', () => {
      this.end()
      return false
    })
  }

  add(note: Note, broken = false): void {
    this.fresh.push(note)
    if (this.fresh.length > most) this.fresh.splice(0, this.fresh.length - most)
    if (broken) void this.flush()
    else
      this.timer ??= this.env.clock.setTimeout(() => {
        this.timer = undefined
        void this.flush()
      }, rest)
  }

  /** The last notes, those of earlier lives first. */
  async read(): Promise<Note[]> {
    await this.flush()
    const kept = await this.db.notes
      .reverse()
      .limit(most)
      .toArray()
      .catch(() => [])
    return [...kept.reverse(), ...this.fresh].slice(-most)
  }

  close(): void {
    this.env.clock.clearTimeout(this.timer)
    void this.flush().then(() => this.end())
  }

  /** For good: what is noted from now on must not make a deleted database anew. */
  private end(): void {
    this.ended = true
    giveUp(this.db)
  }

  private flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write())
    return this.writing
  }

  private async write(): Promise<void> {
    const taken = this.fresh.splice(0)
    if (taken.length === 0 || this.ended) return
    try {
      if (!this.db.isOpen()) await this.db.open()
      const last = await this.db.notes.bulkAdd(taken)
      await this.db.notes
        .where(':id')
        .belowOrEqual(last - most)
        .delete()
    } catch {
      // No room, or the connection died: with the next note it is tried again.
      this.fresh = [...taken, ...this.fresh].slice(-most)
    }
  }
}
