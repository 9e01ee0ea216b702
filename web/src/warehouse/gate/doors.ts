import type { Slots } from '@sync/slotLeases'

type Free = Slots['free']

/** Those that serve a direction, the one that lasts longest first. */
export const serving = (free: Free, direction: string): Free => free.filter((f) => f.slot.Directions.includes(direction))

/** Until when all of them may be used, in ms of the server's clock: what the device's own shows does not matter. */
export const until = (free: Free): number => Math.min(...free.map((f) => f.slot.from + f.slot.AdmitFor))

/** Names of doors in the order in which people look for them: 2 before 10. */
export const inOrder = (free: Free): string[] => free.map((f) => f.slot.Door).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
