/**
 * What a person has begun and not sent yet: strokes, photos, a seal. It is on disk at every key, in a database of its own, and in memory for
 * the screens, which read it without waiting. It is its person's alone, and goes at sign-out.
 */
interface Entry {
  key: string
  user: string
  at: number
  value: unknown
}

const name = 'lading-begun'
const store = 'begun'
const days = 7

const entries = new Map<string, Entry>()
const watchers = new Set<() => void>()
let whose = ''
let reading = Promise.resolve()
let opening: Promise<IDBDatabase> | undefined
/** Keys whose entry on disk is behind. */
const behind = new Set<string>()
let writing: Promise<void> | undefined

const tell = () => {
  for (const w of watchers) w()
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((done, failed) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: 'key' })
    asked.onerror = () => failed(asked.error)
    asked.onsuccess = () => {
      const db = asked.result
      const lost = () => {
        db.close()
        opening = undefined
      }
      db.onclose = lost
      db.onversionchange = lost
      done(db)
    }
  }).catch((err) => {
    opening = undefined
    throw err
  })
  return opening
}

async function inStore<T>(mode: IDBTransactionMode, work: (s: IDBObjectStore) => IDBRequest<T> | undefined): Promise<T | undefined> {
  const db = await open()
  return new Promise((done, failed) => {
    const tx = db.transaction(store, mode, { durability: 'strict' })
    const asked = work(tx.objectStore(store))
    tx.commit() // it ends by itself also where the browser stops this page before the answers are heard
    tx.oncomplete = () => done(asked?.result)
    tx.onabort = () => failed(tx.error)
  })
}

/** Several keys typed while a write is under way are one write. A full disk costs the draft after a restart, never the form. */
async function writeAll(): Promise<void> {
  while (behind.size > 0) {
    const keys = [...behind]
    behind.clear()
    await inStore('readwrite', (s) => {
      for (const key of keys) {
        const entry = entries.get(key)
        if (entry) s.put(entry)
        else s.delete(key)
      }
      return undefined
    }).catch((err) => {
      opening = undefined // the connection may be dead: the next write opens another
      console.error('what was begun is not on disk', err)
    })
  }
  writing = undefined
}

function changed(key: string) {
  behind.add(key)
  writing ??= Promise.resolve().then(writeAll)
  tell()
}

/** Anybody else's, and what is older than a week, goes. What was begun while the disk was read is newer than what stands there. */
async function read(user: string): Promise<void> {
  const all = (await inStore<Entry[]>('readonly', (s) => s.getAll() as IDBRequest<Entry[]>).catch(() => [])) ?? [] // our own writing
  if (user !== whose) return
  for (const entry of all) {
    if (entries.has(entry.key)) continue
    if (entry.user === user && Date.now() - entry.at < days * 86_400_000) entries.set(entry.key, entry)
    else changed(entry.key)
  }
  tell()
}

export const begun = {
  /** Takes from the disk what this person had begun. Whoever asks for the same person meanwhile waits for it, too: the first screen is shown after it. */
  load(user: string): Promise<void> {
    if (user !== whose) {
      whose = user
      entries.clear()
      reading = read(user)
    }
    return reading
  },
  entry: (key: string): { readonly value: unknown } | undefined => entries.get(key),
  set(key: string, value: unknown) {
    entries.set(key, { key, user: whose, at: Date.now(), value })
    changed(key)
  },
  drop(key: string) {
    if (entries.delete(key)) changed(key)
  },
  /** At sign-out: the next person sees nothing of it, also where the disk could not be written before. */
  async forget(): Promise<void> {
    whose = ''
    entries.clear()
    behind.clear()
    tell()
    await writing
    const db = await opening?.catch(() => undefined)
    db?.close()
    opening = undefined
    await new Promise<void>((done, failed) => {
      const asked = indexedDB.deleteDatabase(name) // other tabs let go of it when they hear of this
      asked.onsuccess = () => done()
      asked.onerror = () => failed(asked.error)
    }).catch((err) => console.error('what was begun could not be cleared', err))
  },
  /** Resolves when the disk is up to date. */
  written: async (): Promise<void> => {
    await writing
  },
  watch(then: () => void) {
    watchers.add(then)
    return () => {
      watchers.delete(then)
    }
  },
}
