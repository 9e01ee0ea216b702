import { type Bill, billDigest } from '@/document/public'
import { fromBase43, toBase43 } from './base43'
import { type Bytes, deflate, fromHex, hexOf, inflate, joined } from './bytes'
import { framing } from './frames'
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
  'bol carrier trailer seal to pallets pieces weight hazmat exceptions driverName bill number version on pro shipmentId from billTo terms orders lines emergencyPhone loadedBy countedBy instructions name street street2 city state zip country contact phone scac seals packages palletted units unitType packageType description nmfc class id technical subsidiary group rq ltdQty marinePollutant quantity milli unit email parts'.split(
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

/** The bill in codes of its own, each smaller than the first: a phone reads several of them in a row. */
const billFrames = framing('LDB', 1_600)
const mostCodes = 8 // a driver who has scanned as many reads on the tablet sooner

const packed = async (what: unknown) => deflate(new TextEncoder().encode(JSON.stringify(tight(what))))

/**
 * The code's text, which opens the phone's page. A bill that is too long for it follows in more of them, and the first shows at once what counts. Where even
 * those are too many it is left out; `whole` tells, and phone and tablet both say that it is to be read on the tablet.
 */
export async function encodeOffer(offer: Offer, shown: Shown): Promise<{ text: string; more: string[]; whole: boolean }> {
  const text = async (what: Shown) =>
    toBase43(joined(new Uint8Array([version]), fromHex(offer.id), fromHex(offer.key), fromHex(offer.digest), await packed(what)))
  const all = await text(shown)
  if (all.length <= mostText) return { text: all, more: [], whole: true }
  const frames = shown.bill ? billFrames.of(joined(new Uint8Array([version]), fromHex(offer.id), await packed(shown.bill))) : []
  const more = frames.length <= mostCodes ? frames : []
  const brief = { ...shown, bill: null, parts: more.length }
  for (const most of [Number.POSITIVE_INFINITY, 6, 2]) {
    const first = await text({ ...brief, hazmat: shown.hazmat.slice(0, most), exceptions: shown.exceptions.slice(0, most) })
    if (first.length <= mostText) return { text: first, more, whole: more.length > 0 }
  }
  return { text: await text({ ...brief, hazmat: [], exceptions: [] }), more, whole: more.length > 0 }
}

export interface Parts {
  /** The whole bill, once its last code was read. */
  bill?: Bill
  have: number
  /** What was read is no part of this offer's bill, or was changed. */
  wrong?: true
}

/** What the further codes of an offer, as many as were read, make of its bill. */
export async function billOf(offer: Offer, frames: readonly string[]): Promise<Parts> {
  const box = billFrames.collector()
  let whole: Bytes | undefined
  for (const f of frames) {
    if (!billFrames.is(f) || f.slice(5, 9).toLowerCase() !== offer.id.slice(0, 4)) return { have: box.have(), wrong: true }
    whole = box.add(f) ?? whole
  }
  if (!whole) return { have: box.have() }
  try {
    if (whole[0] !== version || hexOf(whole.slice(1, 9)) !== offer.id) return { have: 0, wrong: true }
    const bill = wholeBill(loose(JSON.parse(new TextDecoder().decode(await inflate(whole.slice(9) as Bytes)))) as Partial<Bill>)
    return (await billDigest(bill)) === offer.digest ? { have: box.have(), bill } : { have: 0, wrong: true }
  } catch {
    return { have: 0, wrong: true }
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
        parts: read.parts ?? 0,
      },
    }
  } catch {
    return undefined
  }
}
