import Dexie, { type DBCoreTransaction } from 'dexie'
import type { Env } from './env'

/** A leader that lost the lead while it was asleep; its late results must not be written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/**
 * An answer to a question that no longer stands: asked in an earlier life of the server's database, or from where the cache stood before a load began
 * anew. Nothing in it counts.
 */
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

/** Databases that this tab has given up: to a newer app in another tab, to be deleted, or because the person has gone. */
const givenUp = new WeakSet<Dexie>()
/** The others. */
export const inUse = new Set<Dexie>()
/** Their transactions that are under way. */
export const running = new Set<IDBTransaction>()

/** Closes a database for good: work that is still under way fails and does not open it again. */
export function giveUp(db: Dexie): void {
  inUse.delete(db)
  givenUp.add(db)
  db.close()
}

/** Notes a transaction for as long as it runs. */
export function noted<T extends IDBTransaction>(tx: T): T {
  const over = () => running.delete(tx)
  tx.addEventListener('complete', over)
  tx.addEventListener('abort', over)
  running.add(tx)
  return tx
}

const reviving = new WeakMap<Dexie, Promise<unknown>>()

/** Whether an error says that the browser has killed the connection, as iOS does with a tab in the background. */
export const isLost = (err: unknown): boolean => lost.has((err as Error | undefined)?.name ?? '')

function revive(db: Dexie): Promise<unknown> {
  const under = reviving.get(db)
  if (under) return under
  db.close({ disableAutoOpen: false })
  const opening = db.open().finally(() => reviving.delete(db))
  reviving.set(db, opening)
  return opening
}

/**
 * Makes a database open itself anew as soon as anybody meets its dead connection. What met it fails; the next try finds it alive. One that the browser has
 * deleted under the app is not made anew: it would be empty, and nobody would know that what was in it is gone.
 */
export function healing(db: Dexie): void {
  inUse.add(db)
  let opened = false
  db.on('ready', () => {
    opened = true
  })
  db.on('populate', () => {
    if (opened) throw new Error(`${db.name} was deleted under the app`)
  })
  db.use({
    stack: 'dbcore',
    name: 'healing',
    create: (down) => ({
      ...down,
      transaction: (...args) => {
        try {
          return noted(down.transaction(...args) as IDBTransaction & DBCoreTransaction) // what Dexie's lowest layer makes
        } catch (err) {
          // Not at once: Dexie is in the middle of beginning this very transaction.
          if (!givenUp.has(db) && (err as Error).name === 'UnknownError') setTimeout(() => void revive(db).catch(() => {}))
          throw err
        }
      },
    }),
  })
}

/** Does the work again, once, where it met a dead connection. A second failure is for the caller to show. */
export async function reopening<T>(db: Dexie, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (givenUp.has(db) || !isLost(err)) throw err
    await revive(db)
    return work()
  }
}

const factories = new WeakMap<IDBFactory, IDBFactory>()

/**
 * The browser's databases, with the transactions noted in which they are made or changed: no layer of Dexie's sees those, and a page that is put aside in one
 * would keep the app in its place from opening that database at all.
 */
function noting(factory: IDBFactory): IDBFactory {
  let known = factories.get(factory)
  if (!known) {
    const open = (...asked: Parameters<IDBFactory['open']>) => {
      const request = factory.open(...asked)
      request.addEventListener('upgradeneeded', () => request.transaction && noted(request.transaction))
      return request
    }
    known = new Proxy(factory, {
      get: (of, key) => {
        if (key === 'open') return open
        const held: unknown = Reflect.get(of, key)
        return typeof held === 'function' ? held.bind(of) : held
      },
    })
    factories.set(factory, known)
  }
  return known
}

export function openOptions(env: Env, durability: 'strict' | 'relaxed') {
  return {
    indexedDB: noting(env.indexedDB),
    IDBKeyRange: env.IDBKeyRange,
    chromeTransactionDurability: durability,
    autoOpen: false,
  } as const
}
