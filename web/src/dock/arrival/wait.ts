import { millis } from '@/kit/format/time'
import type { Load } from '../load/load'

/** How many trucks came before this one and are not being loaded yet. */
export const before = (load: Load, here: readonly Load[]): number =>
  here.filter((l) => l.id !== load.id && l.state === 'arrived' && l.arrivedAt && (!load.arrivedAt || l.arrivedAt < load.arrivedAt)).length

const enough = 3

/** How long trucks stood here lately, from the driver's word to the signature: the middle one of those that this device knows. Of one or two nothing is said. */
export function usualStay(here: readonly Load[]): number | undefined {
  const stays = here
    .flatMap((l) => (l.arrivedAt && l.signedAt ? [millis(l.signedAt) - millis(l.arrivedAt)] : []))
    .filter((ms) => ms > 0)
    .sort((a, b) => a - b)
  return stays.length < enough ? undefined : stays[Math.floor(stays.length / 2)]
}
