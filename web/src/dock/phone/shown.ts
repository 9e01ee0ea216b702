import type { Bill } from '@/document/public'
import type { Measure } from '@/kit/format/measure'

/** What a driver's phone shows of a load, however it came to the phone. The server makes the same for a link (PhoneBill in server/dock/phone.go). */
export interface Shown {
  bol: string
  carrier: string
  trailer: string
  seal: string
  to: string
  pallets: number
  pieces: number
  weight: Measure
  hazmat: string[]
  exceptions: string[]
  driverName: string
  /** The whole bill; null while it is not here: it comes in further codes, or is longer than those can carry and must be read on the tablet. */
  bill: Bill | null
  /** How many further codes bring the bill. */
  parts?: number
}

const party = { name: '', street: '', street2: '', city: '', state: '', zip: '', country: '', contact: '', phone: '' }
const nothing = { milli: 0, unit: '' }
const hazmat = {
  id: '',
  name: '',
  technical: '',
  class: '',
  subsidiary: [],
  group: '',
  rq: false,
  ltdQty: false,
  marinePollutant: false,
  quantity: '',
  phone: '',
}

type Partly<T> = { [K in keyof T]?: T[K] extends object | null ? Partly<T[K]> | null : T[K] }

/** A bill with every box, from one that was sent without its blank ones. Blank boxes do not count in the digest, so it stays the same. */
export function wholeBill(sent: Partly<Bill>): Bill {
  const b = sent as Partial<Bill> // each member is filled below
  return {
    number: b.number ?? '',
    version: b.version ?? 1,
    correction: b.correction ?? '',
    on: b.on ?? '',
    pro: b.pro ?? '',
    shipmentId: b.shipmentId ?? '',
    master: b.master ?? false,
    underlying: b.underlying ?? [],
    from: { ...party, ...b.from },
    to: { ...party, ...b.to },
    billTo: { ...party, ...b.billTo },
    carrier: { name: '', scac: '', trailer: '', ...b.carrier, seals: b.carrier?.seals ?? [] },
    terms: b.terms ?? '',
    orders: (b.orders ?? []).map((o) => ({
      ...{ number: '', packages: 0, palletted: false, note: '' },
      ...o,
      weight: { ...nothing, ...o.weight },
    })),
    lines: (b.lines ?? []).map((l) => ({
      ...{ units: 0, unitType: '', packages: 0, packageType: '', description: '', nmfc: '', class: '' },
      ...l,
      weight: { ...nothing, ...l.weight },
      hazmat: l.hazmat ? { ...hazmat, ...l.hazmat } : null,
    })),
    emergencyPhone: b.emergencyPhone ?? '',
    emergencyContract: b.emergencyContract ?? '',
    declaredValue: b.declaredValue ?? null,
    cod: b.cod ?? null,
    noRecourse: b.noRecourse ?? false,
    loadedBy: b.loadedBy ?? 'shipper',
    countedBy: b.countedBy ?? 'driver-pieces',
    instructions: b.instructions ?? '',
    exceptions: b.exceptions ?? [],
  }
}
