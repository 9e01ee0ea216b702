import type { FreightItem, FreightMeasure, FreightParty, Shipment } from '@sync/gen/tables'

/** A bill of lading as data: the twin of server/document/bill, as far as a load on the dock fills it. */
export interface Bill {
  number: string
  version: number
  on: string
  pro: string
  shipmentId: string
  from: FreightParty
  to: FreightParty
  billTo: FreightParty
  carrier: { name: string; scac: string; trailer: string; seals: string[] }
  terms: string
  orders: BillOrder[]
  lines: BillLine[]
  emergencyPhone: string
  loadedBy: 'shipper' | 'driver'
  countedBy: 'shipper' | 'driver-pallets' | 'driver-pieces'
  instructions: string
  exceptions: string[]
}

/** A signature under a bill, as paper shows it (bill.Signature in server/document/bill). */
export interface BillSignature {
  role: 'driver'
  name: string
  company: string
  at: string
  /** IANA name of the warehouse's zone: the paper shows the local time. */
  zone: string
  /** PNG, in base64. */
  image: string
  /** The words that were agreed to, in the signer's language, and which that was. */
  consent: string
  language: string
  pieces: number
  pallets: number
  /** Of the bill as the signer saw it. */
  digest: string
}

export interface BillOrder {
  number: string
  packages: number
  weight: FreightMeasure
  palletted: boolean
}

export interface BillLine {
  units: number
  unitType: string
  packages: number
  packageType: string
  weight: FreightMeasure
  description: string
  nmfc: string
  class: string
  hazmat: BillHazmat | null
}

export interface BillHazmat {
  id: string
  name: string
  technical: string
  class: string
  subsidiary: string[]
  group: string
  rq: boolean
  ltdQty: boolean
  marinePollutant: boolean
  quantity: string
}

/** The members of a synced shipment that a bill is made of. */
export type Cargo = Pick<
  Shipment,
  | 'id'
  | 'bol'
  | 'pro'
  | 'shipOn'
  | 'terms'
  | 'carrier'
  | 'carrierName'
  | 'origin'
  | 'destination'
  | 'billTo'
  | 'items'
  | 'orders'
  | 'instruction'
  | 'emergencyPhone'
  | 'trailer'
  | 'seal'
  | 'stops'
>

/** What the dock adds: the trailer, and what is not as the bill says. */
export interface Loading {
  trailer: string
  seal: string
  exceptions: string[]
}

/** Fills a bill of lading from what the device holds. The server freezes the same text when it is signed; both are held to sync/testdata/bill-compose.json. */
export function compose(c: Cargo, l: Loading): Bill {
  const items = c.items ?? []
  const bill: Bill = {
    number: c.bol,
    version: 1,
    on: c.shipOn,
    pro: c.pro,
    shipmentId: c.id,
    from: c.origin,
    to: c.destination,
    billTo: c.billTo,
    carrier: { name: c.carrierName, scac: c.carrier, trailer: l.trailer || c.trailer, seals: sealsOf(l.seal || c.seal) },
    terms: c.terms,
    orders: [],
    lines: [],
    emergencyPhone: c.emergencyPhone,
    loadedBy: 'shipper',
    countedBy: 'driver-pieces',
    instructions: instructions(c),
    exceptions: l.exceptions ?? [],
  }
  for (const it of items) {
    if (it.pallets > 0) bill.countedBy = 'driver-pallets' // shrink-wrapped pallets are counted, not opened
    if (it.hazmat) bill.emergencyPhone ||= it.hazmat.emergencyPhone ?? ''
    bill.lines.push({
      units: it.pallets,
      unitType: it.pallets > 0 ? it.palletType || 'PLT' : '',
      packages: it.pieces,
      packageType: it.packageType,
      weight: it.weight,
      description: it.description,
      nmfc: it.nmfc ?? '',
      class: it.class ?? '',
      hazmat: hazmat(it),
    })
  }
  bill.orders = orders(c.orders ?? [], items)
  return bill
}

const stated = (...texts: (string | undefined)[]) => texts.filter(Boolean)

/** What the shipper asks for, and below it a line for each stop on the way: who it is, and what is left there. In English, as all that stands on the paper. */
function instructions({ instruction, stops }: Cargo): string {
  const lines = (stops ?? []).map(({ to, refs, items }, n) => {
    const place = stated(to.name, to.street, to.street2, to.city, stated(to.state, to.zip).join(' '), refs?.join(', ')).join(', ')
    const left = (items ?? []).map((it) => `${it.pieces} ${stated(it.packageType, it.description).join(' ')}`).join('; ')
    return stated(`Stop ${n + 1}: ${place}`, left).join(': ')
  })
  return stated(instruction, ...lines).join('\n')
}

/** Sums the lines of each customer order. Lines that name no order belong to the only one, if there is only one. */
function orders(numbers: string[], items: FreightItem[]): BillOrder[] {
  const out: BillOrder[] = numbers.map((number) => ({ number, packages: 0, weight: { milli: 0, unit: '' }, palletted: false }))
  for (const it of items) {
    const number = it.order ?? ''
    let order = out.find((o) => o.number === number)
    if (!order && number === '' && numbers.length === 1) order = out[0]
    if (!order) {
      if (number === '') continue
      order = { number, packages: 0, weight: { milli: 0, unit: '' }, palletted: false }
      out.push(order)
    }
    order.packages += it.pieces
    order.weight = add(order.weight, it.weight)
    order.palletted ||= it.pallets > 0
  }
  return out
}

function hazmat(it: FreightItem): BillHazmat | null {
  const h = it.hazmat
  if (!h) return null
  return {
    id: /^\d+$/.test(h.un) ? `UN${h.un}` : h.un, // many lists keep the digits alone
    name: h.properName,
    technical: h.technicalName ?? '',
    class: h.class,
    subsidiary: (h.subsidiary ?? '').split(/[,; ]+/).filter(Boolean),
    group: h.packingGroup ?? '',
    rq: h.reportableQty ?? false,
    ltdQty: h.limitedQty ?? false,
    marinePollutant: h.marinePollutant ?? false,
    quantity: `${measureText(it.weight)} in ${it.pieces} ${it.packageType}`.trim(),
  }
}

const sealsOf = (text: string) =>
  text
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)

/** "18,420.5 lb", as it stands on the paper: English, whatever the reader speaks. */
export function measureText({ milli, unit }: FreightMeasure): string {
  const whole = String(Math.trunc(milli / 1000)).replace(/\B(?=(\d{3})+$)/g, ',')
  const part = milli % 1000
  const decimals = part === 0 ? '' : `.${String(part).padStart(3, '0').replace(/0+$/, '')}`
  return `${whole}${decimals} ${unit}`.trim()
}

const billionths: Record<string, bigint> = { lb: 1_000_000_000n, kg: 2_204_622_620n, mt: 2_204_622_620_000n }

/** Thousandths of a pound, cut as the server's whole numbers are. */
function pounds({ milli, unit }: FreightMeasure): number {
  const factor = billionths[unit] ?? 0n
  const [whole, part] = [BigInt(milli) / 1_000_000n, BigInt(milli) % 1_000_000n]
  return Number((whole * factor) / 1000n + (part * factor) / 1_000_000_000n)
}

/** Sums two weights: in the first one's unit if they agree, in pounds otherwise. */
export function add(a: FreightMeasure, b: FreightMeasure): FreightMeasure {
  const none = (m: FreightMeasure) => !m || (m.milli === 0 && m.unit === '')
  if (none(a)) return b ?? { milli: 0, unit: '' }
  if (none(b)) return a
  if (a.unit === b.unit) return { milli: a.milli + b.milli, unit: a.unit }
  return { milli: pounds(a) + pounds(b), unit: 'lb' }
}
