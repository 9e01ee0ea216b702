import type { Ops } from '@sync/gen/api'
import { send } from '@sync/send'
import { type Bill, billDigest } from '@/document/public'
import { type Strokes, takeSignature } from '@/kit/signature/strokes'
import { aboard, type Load, type Pallet } from '../load/load'
import { keep as keepFile } from '../load/photos'
import { reservations } from './reservations'
import { consentText, consentVersion } from './Speaking'
import { base64, keepSigning } from './signing'

interface Signed {
  load: Load
  pallets: Pallet[]
  bill: Bill | undefined
  name: string
  language: string
  drawn: Strokes | null
  counted: { pallets: number; pieces: number; photos?: string[] }
  phone?: Ops['DockView/GetSaveSignature']['req']['Phone']
}

/** Keeps a signature on this device and queues it, however it was drawn. Both files are on the device before the action that names them is. */
export async function saveSignature({ load, pallets, bill, name, language, drawn, counted, phone }: Signed): Promise<void> {
  const signature = await takeSignature(drawn)
  const image = await keepFile(signature.image, 'image/png')
  const strokes = await keepFile(new TextEncoder().encode(signature.strokes), 'application/json')
  const signed = bill && {
    ...bill,
    exceptions: reservations(
      pallets,
      {
        signed: counted.pallets,
        scanned: load.loadedPallets,
        pieces: { signed: counted.pieces, scanned: aboard(pallets).pieces },
        photos: counted.photos?.length,
      },
      load.nobody,
    ),
  }
  const digest = signed ? await billDigest(signed) : ''
  await keepSigning(load.id, {
    signature: {
      role: 'driver',
      name: name.trim(),
      image: await base64(signature.image),
      consent: await consentText(language),
      language,
      pieces: counted.pieces,
      pallets: counted.pallets,
      digest,
    },
    exceptions: signed?.exceptions ?? [],
  }).catch((err) => console.error('the picture for the paper was not kept', err)) // the signature itself is the outbox's
  await send('DockView/GetSaveSignature', {
    ShipmentId: load.id,
    SignedBy: name.trim(),
    Image: image,
    Strokes: strokes,
    Role: 'driver',
    Consent: consentVersion,
    Language: language,
    Pieces: counted.pieces,
    Pallets: counted.pallets,
    Digest: digest,
    Version: load.billVersion,
    ...(counted.photos?.length ? { Photos: counted.photos } : {}),
    ...(phone ? { Phone: phone } : {}),
  })
}

/** Keeps the shipper's certificate: it is given before the driver signs, and the load stays where it is. */
export async function certify({ load, bill, name, language, drawn, counted }: Omit<Signed, 'pallets' | 'phone'>): Promise<void> {
  const signature = await takeSignature(drawn)
  const image = await keepFile(signature.image, 'image/png')
  const strokes = await keepFile(new TextEncoder().encode(signature.strokes), 'application/json')
  await send('DockView/GetSaveSignature', {
    ShipmentId: load.id,
    SignedBy: name.trim(),
    Image: image,
    Strokes: strokes,
    Role: 'shipper',
    Consent: consentVersion,
    Language: language,
    Pieces: counted.pieces,
    Pallets: counted.pallets,
    Digest: bill ? await billDigest(bill) : '',
    Version: load.billVersion,
  })
}
