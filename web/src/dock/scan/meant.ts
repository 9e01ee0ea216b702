import { isSscc } from '@/kit/gs1/checkDigit'
import type { Load, Pallet } from '../load/load'
import { fromScan } from './fromScan'

/** Whether a text is a label of the load, its pallets or its orders. */
function isOfLoad(text: string, load: Load, pallets: readonly Pallet[]): boolean {
  const code = fromScan(text).toUpperCase()
  if (!code) return false
  const is = (number: string) => number !== '' && number.toUpperCase() === code
  return [load.bol, load.pro, ...load.orders].some(is) || pallets.some((p) => is(p.lpn) || is(p.sscc))
}

/** The first of several seals, with commas between them, that is a label of the load or of any pallet. */
export function notASeal(seals: string, load: Load, pallets: readonly Pallet[]): string | undefined {
  return seals
    .split(',')
    .map((seal) => seal.trim())
    .find((seal) => isOfLoad(seal, load, pallets) || isSscc(fromScan(seal)))
}

/** Whether a name holds a number that is no person's: a label got into it. */
export const notAName = (name: string) => /\d{6,}/.test(name.replace(/[\s()-]/g, ''))

/** Another seal behind those that are noted; one that is noted already changes nothing. */
export function withSeal(seals: string, seal: string): string {
  const noted = seals
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
  return noted.includes(seal) ? seals : [...noted, seal].join(', ')
}
