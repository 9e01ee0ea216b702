import Dexie from 'dexie'
import type { Env } from './env'

/** A leader that lost the lead while it was asleep; its late results must not be written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** An answer that was asked for in an earlier life of the server's database and came when we had heard of a later one. Nothing in it counts. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}

export function isQuota(err: unknown): boolean {
  for (let e = err as { name?: string; inner?: unknown } | undefined, deep = 0; e && deep < 5; deep++) {
    if (e.name === 'QuotaExceededError' || e.name === Dexie.errnames.QuotaExceeded) return true
    e = e.inner as typeof e // Dexie wraps the browser's error
  }
  return false
}

const lost = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError'])

/** iOS kills the connection of a tab in the background. One reopening cures it; a second failure is for the caller to show. */
export async function reopening<T>(db: Dexie, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (!lost.has((err as Error).name)) throw err
    db.close({ disableAutoOpen: false })
    await db.open()
    return work()
  }
}

export function openOptions(env: Env, durability: 'strict' | 'relaxed') {
  return { indexedDB: env.indexedDB, IDBKeyRange: env.IDBKeyRange, chromeTransactionDurability: durability, autoOpen: false } as const
}
