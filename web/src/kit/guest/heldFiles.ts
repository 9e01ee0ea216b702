/** A file that is not sent yet. Once it is, only its id counts. */
export interface Held {
  key: string
  name: string
  type: string
  size: number
  content: Blob
  sent?: string
}

const store = 'files'

function open(database: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(store)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

async function inStore<T>(database: string, mode: IDBTransactionMode, what: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open(database)
  try {
    return await new Promise((resolve, reject) => {
      const asked = what(db.transaction(store, mode).objectStore(store))
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  } finally {
    db.close()
  }
}

/** The files of drafts, in a database of the page's own. Where the browser keeps none, they live as long as the page. */
export const heldFilesOf = (database: string) => ({
  read: (draft: string): Promise<Held[]> =>
    inStore<Held[] | undefined>(database, 'readonly', (s) => s.get(draft))
      .then((f) => f ?? [])
      .catch(() => []),
  keep: (draft: string, files: Held[]): Promise<unknown> =>
    (files.length > 0
      ? inStore(database, 'readwrite', (s) => s.put(files, draft))
      : inStore(database, 'readwrite', (s) => s.delete(draft))
    ).catch(
      () => undefined, // they live as long as the page, then
    ),
})
