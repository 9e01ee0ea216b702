import type { Clock } from './env'
import type { Journal, Note } from './journal'

const most = 500

/** What happened in this tab, without anybody's data: the last of it in memory, and in the journal where there is one. */
export class Notes {
  readonly list: Note[] = []

  constructor(
    private readonly clock: Clock,
    private readonly journal: Journal | undefined,
  ) {}

  add(what: string, detail?: Record<string, unknown>, broken = false): void {
    const note = { at: this.clock.now(), what, detail }
    this.list.push(note)
    if (this.list.length > most) this.list.splice(0, this.list.length - most)
    this.journal?.add(note, broken)
  }

  /** Something around us broke. Where and what is said, as far as it is ours: the first lines of an error name the place and nobody's data. */
  broke(error: unknown): void {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    const place = stack.split('\n').find((line) => /:\d+:\d+/.test(line)) ?? ''
    this.add('broke', { error: `${name}: ${message}`.slice(0, 200), place: place.trim().slice(0, 200) }, true)
  }
}
