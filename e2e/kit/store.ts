import { expect, type Page } from '@playwright/test'

/** Which rows of a table: those that an index gives, the row of a key without one. With `from`, whatever begins so. Without any of it, all. */
interface Which {
  index?: string
  is?: string
  from?: string
}

/**
 * Rows of the cache that this tab's device keeps, of its `log` or of its `outbox`, read beside the app. They travel as text: Playwright's own way with objects takes the tab seconds
 * for a thousand rows, in which the app can show nothing. A newer app that wants to upgrade the store is not held up.
 */
async function read<T>(page: Page, of: 'cache' | 'log' | 'outbox', table: string, which: Which): Promise<T[]> {
  const text = await page.evaluate(
    async ({ of, table, index, is, from }) => {
      const found = (await indexedDB.databases()).map((d) => d.name ?? '').find((n) => n.startsWith(`lading-${of}-`))
      if (!found) return '[]'
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(found)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      db.onversionchange = () => db.close()
      try {
        if (!db.objectStoreNames.contains(table)) return '[]'
        return await new Promise<string>((resolve, reject) => {
          const store = db.transaction(table).objectStore(table)
          const range = is !== undefined ? IDBKeyRange.only(is) : from !== undefined ? IDBKeyRange.bound(from, `${from}\uffff`) : undefined
          const asking = (index ? store.index(index) : store).getAll(range)
          asking.onsuccess = () => resolve(JSON.stringify(asking.result))
          asking.onerror = () => reject(asking.error)
        })
      } finally {
        db.close()
      }
    },
    { of, table, ...which },
  )
  return JSON.parse(text) as T[]
}

/** A whole table, for a look at it. What is waited for is one row, or the rows that an index gives. */
export const rowsOf = <T>(page: Page, table: string, of: 'cache' | 'log' | 'outbox' = 'cache') => read<T>(page, of, table, {})

/** One row, by its key. */
export const rowOf = async <T>(page: Page, table: string, key: string): Promise<T | undefined> =>
  (await read<T>(page, 'cache', table, { is: key }))[0]

/** Rows whose value of an index is, or begins with, a text. */
export const rowsBy = <T>(page: Page, table: string, index: string, which: { is: string } | { from: string }) =>
  read<T>(page, 'cache', table, { index, ...which })

/** Until the device's first load is complete. */
export const loaded = (page: Page) =>
  expect
    .poll(
      async () =>
        (await rowsOf<{ complete?: boolean; loading?: string[] }>(page, '_meta')).some((m) => m.complete && m.loading?.length === 0),
      { timeout: 60_000 },
    )
    .toBe(true)
