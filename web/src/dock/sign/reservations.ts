import { allShort, isDamaged, onTruck, type Pallet } from '../load/load'

const photosOf = (n: number) => (n === 1 ? '1 photo' : `${n} photos`)
/** A finding's own words as they stand behind it. */
const after = (note: string) => (note ? `: ${note}` : '')

/**
 * What is not as the bill has it, in English, the language of the form: the twin of reservations and exceptions in server/dock/signature.go. The
 * words are a part of the text that is signed, so they must be the server's to the letter.
 */
export function reservations(
  pallets: readonly Pallet[],
  counted?: { signed: number; scanned: number; pieces?: { signed: number; scanned: number }; photos?: number | undefined },
  nobody = '',
): string[] {
  const out: string[] = []
  for (const p of [...pallets].sort((a, b) => (a.lpn < b.lpn ? -1 : 1))) {
    if (p.short > 0) {
      const shown = p.shortPhotos.length > 0 ? `, ${photosOf(p.shortPhotos.length)}` : ''
      out.push(`Pallet ${p.lpn}: ${p.short} of ${p.pieces} pieces short${shown}${after(p.shortNote)}`)
    }
    if (isDamaged(p))
      out.push(`Pallet ${p.lpn}: damaged, ${p.photos.length === 0 ? 'no photo' : photosOf(p.photos.length)}${after(p.damageNote)}`)
    if (p.state === 'over') out.push(`Pallet ${p.lpn}: over, not on the order`)
    if (!onTruck(p) && !allShort(p)) out.push(`Pallet ${p.lpn}: not loaded`)
  }
  if (nobody) out.push(nobody)
  if (counted && pallets.length > 0 && counted.signed !== counted.scanned)
    out.push(`Signed for ${counted.signed} ${counted.signed === 1 ? 'pallet' : 'pallets'}, ${counted.scanned} scanned on board`)
  const pieces = counted?.pieces
  if (pieces && pallets.length > 0 && pieces.signed !== pieces.scanned)
    out.push(`Signed for ${pieces.signed} ${pieces.signed === 1 ? 'piece' : 'pieces'}, ${pieces.scanned} scanned on board`)
  const photos = counted?.photos ?? 0
  if (photos > 0) out.push(`The signer's own count is shown in ${photos === 1 ? '1 photo' : `${photos} photos`}`)
  return out
}
