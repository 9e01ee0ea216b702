/** Where it is kept what waits for its pallet (waiting.ts), which the first screen does not carry. */
export const lotsKey = 'lading.dock.lots'

/** Cheap enough to be asked at every scan. */
export const anyWaits = () => localStorage.getItem(lotsKey) !== null
