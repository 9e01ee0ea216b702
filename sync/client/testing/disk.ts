import { IDBFactory } from 'fake-indexeddb'

type Fake = { _rawObjectStore?: { keyGenerator?: { num: number } | null } }

/** The number that a store gave last, which outlives the record that had it. */
const counter = (store: IDBObjectStore) => (store as Fake)._rawObjectStore?.keyGenerator

const opened = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
    request.onblocked = () => failed(new Error('blocked'))
  })

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })

/** The disk as it is at this moment, with its keys, on another: what a clone of a machine has, or a profile that is put back later. */
export async function copyOf(disk: IDBFactory): Promise<IDBFactory> {
  const copy = new IDBFactory()
  for (const { name = '' } of await disk.databases()) {
    const from = await opened(disk.open(name))
    const names = [...from.objectStoreNames]
    const reading = names.length > 0 ? from.transaction(names, 'readonly') : undefined
    const stores = await Promise.all(
      names.map(async (store) => {
        const s = (reading as IDBTransaction).objectStore(store) // there are names, so there is a transaction
        const [keys, values] = await Promise.all([asked(s.getAllKeys()), asked(s.getAll())])
        const indexes = [...s.indexNames].map((i) => s.index(i))
        return { store, s, keys, values, indexes, last: counter(s)?.num }
      }),
    )
    const request = copy.open(name, from.version)
    request.onupgradeneeded = () => {
      for (const { store, s, keys, values, indexes, last } of stores) {
        const made = request.result.createObjectStore(store, {
          ...(s.keyPath === null ? {} : { keyPath: s.keyPath }),
          autoIncrement: s.autoIncrement,
        })
        for (const i of indexes) made.createIndex(i.name, i.keyPath, { unique: i.unique, multiEntry: i.multiEntry })
        for (const [n, value] of values.entries()) s.keyPath === null ? made.put(value, keys[n]) : made.put(value)
        const given = counter(made)
        if (given && last !== undefined) given.num = last
      }
    }
    const to = await opened(request)
    to.close()
    from.close()
  }
  return copy
}

/** How a disk loses connections behind their work, as iOS does. */
export class Forgetful {
  /** How many of the next actions are committed and then reported as lost with their connection. */
  next = 0
  private readonly dead = new WeakSet<IDBDatabase>()
  private readonly living = new Set<IDBDatabase>()
  /** Databases that were asked for work after their connection had died. */
  met: string[] = []

  /** Has a disk's connections die as this says. */
  over(disk: IDBFactory): IDBFactory {
    const open = disk.open.bind(disk)
    disk.open = (...args) => {
      const request = open(...args)
      request.addEventListener('success', () => this.watch(request.result))
      return request
    }
    return disk
  }

  private watch(db: IDBDatabase): void {
    this.living.add(db)
    const transaction = db.transaction.bind(db)
    db.transaction = (...asked) => {
      if (this.dead.has(db)) {
        this.met.push(db.name)
        throw lost()
      }
      const tx = transaction(...asked)
      return this.next > 0 && String(asked[0]) === 'meta,mutations' && asked[1] === 'readwrite' ? this.forget(db, tx) : tx
    }
  }

  private forget(db: IDBDatabase, tx: IDBTransaction): IDBTransaction {
    this.next--
    Object.defineProperty(tx, 'oncomplete', { set: () => {} })
    tx.addEventListener('complete', (e) => {
      Object.defineProperty(tx, 'error', { get: lost })
      this.dead.add(db)
      tx.onabort?.(e)
    })
    return tx
  }

  /** All connections die. */
  killAll(): void {
    this.met = []
    for (const db of this.living) this.dead.add(db)
    this.living.clear()
  }
}

const lost = () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError')
