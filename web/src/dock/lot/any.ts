import { current } from '@sync/client'
import { draftKey } from '@/kit/form/draft'

/** Where it is kept what waits for its pallet (waiting.ts), which the first screen does not carry: one person's own, and gone at sign-out. */
export const lotsKey = () => draftKey(`lots.${current().work?.cache.db.name}`)

/** Cheap enough to be asked at every scan. */
export const anyWaits = () => localStorage.getItem(lotsKey()) !== null
