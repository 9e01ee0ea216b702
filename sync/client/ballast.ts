import { isQuota } from './idb'
import type { OutboxDb } from './outboxDb'

export const ballastBytes = 4 << 20

/** Space held back so that an action can be written when the disk is full. Random, or the store would compress it away. Says whether it lies there. */
export async function layBallast(db: OutboxDb, size: number): Promise<boolean> {
  if (size === 0 || (await db.ballast.count()) > 0) return true
  const bytes = new Uint8Array(size)
  for (let i = 0; i < bytes.length; i += 65_536) crypto.getRandomValues(bytes.subarray(i, Math.min(i + 65_536, bytes.length)))
  try {
    await db.ballast.put({ id: 1, bytes })
    return true
  } catch (err) {
    if (!isQuota(err)) throw err
    return false
  }
}
