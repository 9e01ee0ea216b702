import type { Bill } from '@/document/public'
import { fromBase43, toBase43 } from './base43'
import { type Bytes, deflate, fromHex, hexOf, inflate, joined } from './bytes'
import { type Shown, wholeBill } from './shown'

/**
 * A code under which one signature may be made, without anybody asking the server: it names the bill by its digest and carries a key that is good
 * for one answer. Whoever sees the code could answer; so can whoever stands at the tablet. What the key does is to bind: an answer fits this
 * code and this bill, and no other.
 */
export interface Offer {
  /** Eight bytes, in hex. */
  id: string
  /** Sixteen bytes, in hex. */
  key: string
  digest: string
}

export function newOffer(digest: string): Offer {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return { id: hexOf(bytes.slice(0, 8)), key: hexOf(bytes.slice(8)), digest }
}

const version = 1
/** The largest code that a phone reads from a tablet at arm's length (version 30 of the form). */
const mostText = 2_400

// Every name of a bill and of what is shown, once: the code carries its place in this list. It only ever grows at its end.
const names =
  'bol carrier trailer seal to pallets pieces weight hazmat exceptions driverName bill number version on pro shipmentId from billTo terms orders lines emergencyPhone loadedBy countedBy instructions name street street2 city state zip country contact phone scac seals packages palletted units unitType packageType description nmfc class id technical subsidiary group rq ltdQty marinePollutant quantity milli unit email'.split(
    ' ',
  )

/** Long names become short ones; what leaves a box blank is left out. */
function tight(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tight)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]) => {
      const blank =
        v === null || v === '' || v === 0 || v === false || v === undefined || (typeof v === 'object' && Object.keys(v).length === 0)
      const place = names.indexOf(k)
      return blank ? [] : [[place < 0 ? `_${k}` : place.toString(36), tight(v)]]
    }),
  )
}

function loose(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loose)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k.startsWith('_') ? k.slice(1) : (names[Number.parseInt(k, 36)] ?? k), loose(v)]),
  )
}

/** The code's text. A bill that is too long for a code is left out; `whole` tells, and phone and tablet both say that it is to be read on the tablet. */
export async function encodeOffer(offer: Offer, shown: Shown): Promise<{ text: string; whole: boolean }> {
  const text = async (what: Shown) => {
    const packed = await deflate(new TextEncoder().encode(JSON.stringify(tight(what))))
    return toBase43(joined(new Uint8Array([version]), fromHex(offer.id), fromHex(offer.key), fromHex(offer.digest), packed))
  }
  const whole = await text(shown)
  if (whole.length <= mostText) return { text: whole, whole: true }
  const brief = await text({ ...shown, bill: null })
  if (brief.length <= mostText) return { text: brief, whole: false }
  return {
    text: await text({ ...shown, bill: null, hazmat: shown.hazmat.slice(0, 6), exceptions: shown.exceptions.slice(0, 6) }),
    whole: false,
  }
}

/** What a phone reads from the code; undefined where it is none of ours or was cut. */
export async function decodeOffer(text: string): Promise<{ offer: Offer; shown: Shown } | undefined> {
  const bytes = fromBase43(text)
  if (!bytes || bytes[0] !== version || bytes.length < 58) return undefined
  try {
    const read = loose(JSON.parse(new TextDecoder().decode(await inflate(bytes.slice(57) as Bytes)))) as Partial<Shown>
    return {
      offer: { id: hexOf(bytes.slice(1, 9)), key: hexOf(bytes.slice(9, 25)), digest: hexOf(bytes.slice(25, 57)) },
      shown: {
        bol: read.bol ?? '',
        carrier: read.carrier ?? '',
        trailer: read.trailer ?? '',
        seal: read.seal ?? '',
        to: read.to ?? '',
        pallets: read.pallets ?? 0,
        pieces: read.pieces ?? 0,
        weight: { milli: 0, unit: '', ...read.weight },
        hazmat: read.hazmat ?? [],
        exceptions: read.exceptions ?? [],
        driverName: read.driverName ?? '',
        bill: read.bill ? wholeBill(read.bill as Bill) : null,
      },
    }
  } catch {
    return undefined
  }
}
