import { expect, type Page } from '@playwright/test'

/**
 * The rows of a table of the cache that this tab's device keeps, or of its `log`, read beside the app. They travel as text: Playwright's own way with objects takes the
 * tab seconds for a thousand rows, in which the app can show nothing.
 */
export async function rowsOf<T>(page: Page, table: string, of: 'cache' | 'log' = 'cache'): Promise<T[]> {
  const text = await page.evaluate(
    async ([name, of]) => {
      const found = (await indexedDB.databases()).map((d) => d.name ?? '').find((n) => n.startsWith(`lading-${of}-`))
      if (!found) return '[]'
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(found)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      try {
        if (!db.objectStoreNames.contains(name)) return '[]'
        return await new Promise<string>((resolve, reject) => {
          const asking = db.transaction(name).objectStore(name).getAll()
          asking.onsuccess = () => resolve(JSON.stringify(asking.result))
          asking.onerror = () => reject(asking.error)
        })
      } finally {
        db.close()
      }
    },
    [table, of] as const,
  )
  return JSON.parse(text) as T[]
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
