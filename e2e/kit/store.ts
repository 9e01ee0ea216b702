import { expect, type Page } from '@playwright/test'

/** The rows of a table of the cache that this tab's device keeps, read beside the app. */
export function rowsOf<T>(page: Page, table: string): Promise<T[]> {
  return page.evaluate(async (name) => {
    const found = (await indexedDB.databases()).map((d) => d.name ?? '').find((n) => n.startsWith('lading-cache-'))
    if (!found) return []
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(found)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    try {
      if (!db.objectStoreNames.contains(name)) return []
      return await new Promise<T[]>((resolve, reject) => {
        const asking = db.transaction(name).objectStore(name).getAll()
        asking.onsuccess = () => resolve(asking.result)
        asking.onerror = () => reject(asking.error)
      })
    } finally {
      db.close()
    }
  }, table)
}

/** Until the device's first load is complete. */
export const loaded = (page: Page) =>
  expect
    .poll(
      async () =>
        (await rowsOf<{ complete?: boolean; loading?: string[] }>(page, '_meta')).some((m) => m.complete && m.loading?.length === 0),
      { timeout: 60_000 },
    )
    .toBe(true)
