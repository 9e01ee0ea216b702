import { working } from '@sync/client'
import type { BillSignature } from '@/document/public'
import { useRows } from '@/kit/remote/useRows'
import { isSigned, type Load, type Pallet } from '../load/load'
import { reservations } from './reservations'

/** A signature that was given on this device, with what stands on its paper: the paper can be set again in a dead spot, also when all has been sent. */
export interface Signing {
  signature: Omit<BillSignature, 'at' | 'zone' | 'company'>
  exceptions: string[]
}

const key = (load: string) => `signing ${load}`

/** Beside the rows, among what is kept of answers: it goes when the person's part of the device goes, and the oldest make room. */
export const keepSigning = (load: string, signing: Signing) => working().cache.keepAnswer(key(load), signing)

/** Undefined while it loads; null where the load was signed elsewhere. */
export const useSigning = (load: string): Signing | null | undefined =>
  useRows(async (db) => ((await db._answers.get(key(load)))?.value as Signing | undefined) ?? null, [load]) // stored under its own name

/** What the dock adds to a load's papers: its exceptions, and after the signature what was signed, with its picture where it was given here. */
export function useFromDock(load: Load, pallets: readonly Pallet[]): { exceptions: string[]; signature?: BillSignature } {
  const signing = useSigning(load.id)
  const zone = useRows(async (db) => (await db.warehouse_site.get(load.warehouse))?.zone, [load.warehouse])
  if (!isSigned(load) || !signing || load.signedBy !== signing.signature.name)
    return { exceptions: reservations(pallets, undefined, load.nobody) }
  const { signature, exceptions } = signing
  return { exceptions, signature: { ...signature, company: load.carrierName, at: load.signedAt ?? '', zone: zone ?? 'UTC' } }
}

export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}
