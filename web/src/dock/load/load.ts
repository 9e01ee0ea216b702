import type { Rows } from '@sync/gen/tables'

export type Load = Rows['dock_shipment']
export type Pallet = Rows['dock_pallet']
export type Driver = Rows['dock_driver']

/** Short and damaged say more than loaded, so whether a pallet is on the trailer is told by its scan alone. */
export const onTruck = (p: Pick<Pallet, 'scannedAt'>) => p.scannedAt !== null && p.scannedAt !== ''

/** All of its pieces are missing: there is nothing to load. */
export const allShort = (p: Pick<Pallet, 'short' | 'pieces'>) => p.short >= Math.max(p.pieces, 1)

/** Still to be loaded: neither on the trailer nor written off. */
export const isLeft = (p: Pallet) => !onTruck(p) && !allShort(p)

export const isSigned = (s: Pick<Load, 'state'>) => s.state === 'signed' || s.state === 'left'

/** May something still be done to the load? */
export const isOpen = (s: Pick<Load, 'state'>) => s.state !== 'void' && !isSigned(s)

/** Names a pallet's state after what is known of it; the server's rule (dock/pallet.go). */
export function settled(p: Pick<Pallet, 'state' | 'short' | 'scannedAt'>): Pallet['state'] {
  if (p.state === 'damaged' || p.state === 'over') return p.state
  if (p.short > 0) return 'short'
  return onTruck(p) ? 'loaded' : 'staged'
}

/** What is on the trailer, as a person would count it. */
export function aboard(pallets: readonly Pallet[]) {
  const on = pallets.filter(onTruck)
  return { pallets: on.length, pieces: on.reduce((sum, p) => sum + p.pieces - p.short, 0) }
}

/** Damage was found on it. One that turned up over is said to be that first: the twin of damaged in server/dock. */
export const isDamaged = (p: Pallet) => p.state === 'damaged' || (p.state === 'over' && (p.damageNote !== '' || p.photos.length > 0))

/** Pieces noted missing, and pallets noted damaged. */
export function exceptionsOf(pallets: readonly Pallet[]) {
  return {
    short: pallets.reduce((sum, p) => sum + p.short, 0),
    damaged: pallets.filter(isDamaged).length,
    over: pallets.filter((p) => p.state === 'over').length,
  }
}
/** Whether what is done now takes back the shipper's certificate: it was given before, for another load than this is now. The twin of withdraw in server/dock. */
export const withdrawn = (load: Pick<Load, 'certificate' | 'state'>, made: { at: string }) =>
  load.certificate !== null && !isSigned(load) && Date.parse(made.at) > Date.parse(load.certificate.at)

/** The change of a load whose certificate is taken back; none where it stands. */
export const takenBack = (load: Pick<Load, 'certificate' | 'state'>, made: { at: string }): { certificate?: null } =>
  withdrawn(load, made) ? { certificate: null } : {}
