/** Where it is kept what waits for its pallet (waiting.ts), which the first screen does not carry. A draft by its name: wiped at sign-out as those are. */
export const lotsKey = 'lading.draft.lots'

/** Cheap enough to be asked at every scan. */
export const anyWaits = () => localStorage.getItem(lotsKey) !== null
