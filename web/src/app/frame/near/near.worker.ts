import type { Order, Shipment } from '@sync/gen/tables'
import { type Near, orderHit, shipmentHit, wordsOf } from './match'

/** The device's rows by their words. They are read apart from the page, some hundreds at a time: twenty thousand would hold it up for a second. */
export interface Ask {
  /** The cache's name. */
  database: string
  text: string
  most: number
}

const atOnce = 500

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function* rows<T extends { id: string }>(db: IDBDatabase, table: string) {
  let after: string | undefined
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
    const some = (await settled(db.transaction(table).objectStore(table).getAll(range, atOnce))) as T[] // the table's own rows
    yield* some
    if (some.length < atOnce) return
    after = some.at(-1)?.id
  }
}

const keep = (found: Near[], hit: Near | undefined) => hit && found.push(hit)

async function look({ database, text, most }: Ask): Promise<Near[]> {
  const sought = wordsOf(text)
  const opening = indexedDB.open(database) // whatever version is there: it is only read
  opening.onupgradeneeded = () => opening.transaction?.abort() // it was just deleted, and is not made anew
  const db = await settled(opening)
  db.onversionchange = () => db.close() // a sign-out or a newer app does not wait
  try {
    const found: Near[] = []
    if (db.objectStoreNames.contains('shipment')) for await (const s of rows<Shipment>(db, 'shipment')) keep(found, shipmentHit(s, sought))
    if (db.objectStoreNames.contains('order_open')) for await (const o of rows<Order>(db, 'order_open')) keep(found, orderHit(o, sought))
    return found.sort((a, b) => b.day.localeCompare(a.day) || a.number.localeCompare(b.number)).slice(0, most)
  } finally {
    db.close()
  }
}

self.onmessage = async ({ data }: MessageEvent<Ask>) => {
  self.postMessage(await look(data).catch(() => undefined)) // a cache that cannot be read is said to be so
}
