import type { Ops } from './gen/api'
import type { Rows } from './gen/tables'
import type { OfflineOp } from './ops'

/** Who did it and when, for effects that show it: an effect never reads a clock or makes an id, or its replay would differ. */
export interface Made {
  id: string
  n: number
  op: string
  args: Record<string, unknown>
  at: string
  user: string
  device: string
}

/** One local table as an effect sees it: through the rebase's buffer, so that a guess can be taken back. */
export interface Local<R> {
  get(key: string): Promise<R | undefined>
  /** Rows whose index has this value, the buffer's changes included. */
  where(index: keyof R & string, value: string | number): Promise<R[]>
  put(row: R): Promise<void>
  /** False where there is no such row. */
  update(key: string, patch: Partial<R>): Promise<boolean>
  delete(key: string): Promise<void>
}

type Tables<T extends keyof Rows> = { [K in T]: Local<Rows[K]> }

export interface Effect {
  tables: (keyof Rows)[]
  run(tables: Record<string, Local<never>>, args: never, made: Made): Promise<void> | void
}

export type Effects = Map<string, Effect>

/**
 * What a person sees at once after an offline command: a pure guess on local rows. The server's row replaces it when it arrives, and until
 * then the guess is made again on every row that comes. It may be weaker than the server's rule, never stricter.
 */
export function effect<N extends OfflineOp, const T extends keyof Rows>(
  op: N,
  tables: readonly T[],
  run: (tables: Tables<T>, args: Ops[N]['req'], made: Made) => Promise<void> | void,
): [string, Effect] {
  // The registry holds effects of all ops, so their exact types end here; cache.ts calls each with the tables and args of its own op.
  return [op, { tables: [...tables], run: run as unknown as Effect['run'] }]
}

/** The registry of all areas' effects. An op declared twice is a mistake in the source. */
export function effects(...areas: [string, Effect][][]): Effects {
  const all: Effects = new Map()
  for (const [op, e] of areas.flat()) {
    if (all.has(op)) throw new Error(`two effects of ${op}`)
    all.set(op, e)
  }
  return all
}
