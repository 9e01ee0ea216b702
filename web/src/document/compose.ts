import type { FreightItem, FreightMeasure, FreightParty, OrgSetup, Shipment } from '@sync/gen/tables'
import { phoneNumbers, unOf } from '@/kit/rule/rule'
import { aboard, add, loaded, oneUnit, type Stowed } from './stow'

export { add } from './stow'

/** A bill of lading as data: the twin of server/document/bill, as far as a load on the dock fills it. */
export interface Bill {
  number: string
  version: number
  /** Why there is a version after the first. */
  correction?: string | undefined
  on: string
  pro: string
  shipmentId: string
  master: boolean
  underlying: string[]
  from: BillParty
  to: BillParty
  billTo: BillParty
  carrier: { name: string; scac: string; trailer: string; seals: string[] }
  terms: string
  orders: BillOrder[]
  lines: BillLine[]
  emergencyPhone: string
  /** What the one who answers at the number knows the shipper by. */
  emergencyContract?: string | undefined
  declaredValue: { amount: BillMoney; per: string } | null
  cod: { amount: BillMoney; fee: string; customerCheck: boolean; remitTo: string } | null
  noRecourse: boolean
  loadedBy: 'shipper' | 'driver'
  countedBy: 'shipper' | 'driver-pallets' | 'driver-pieces'
  instructions: string
  exceptions: string[]
}

/** A party, with what only the bill says of it. */
export type BillParty = FreightParty & { location?: string; ref?: string; fob?: boolean }

export interface BillMoney {
  minor: number
  currency: string
}

/** A signature under a bill, as paper shows it (bill.Signature in server/document/bill). */
export interface BillSignature {
  role: 'shipper' | 'driver'
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
  note: string
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
  /** Whom to call for this material, where the materials of a load have different numbers. */
  phone?: string | undefined
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
  | 'pickupFrom'
  | 'pickupTo'
  | 'arriveBy'
  | 'orderNotes'
  | 'serviceNames'
  | 'clauses'
> & { planned?: Shipment['planned'] | null }

/** What the dock adds: the trailer, and what is not as the bill says. */
export interface Loading {
  trailer: string
  seal: string
  exceptions: string[]
  /** Once the loading is over: the bill follows what is aboard. */
  pallets?: readonly Stowed[] | undefined
  /** All of the load's lines were laid on pallets: one that stands on none any more is not aboard. */
  laid?: boolean | undefined
  /** Of the bill; 1 where it is left out. */
  version?: number | undefined
  correction?: string | undefined
  /** With whom the organization is registered for emergency response, and by which contract. */
  responder?: Responder | undefined
}

export interface Responder {
  phone: string
  contract: string
}

/** The organization's responder, from the row of its set-up on this device. */
export const responderOf = (setup: OrgSetup | undefined): Responder => ({
  phone: setup?.flags.emergencyPhone ?? '',
  contract: setup?.flags.emergencyContract ?? '',
})

const nobody: FreightParty = { name: '', street: '', city: '', state: '', zip: '', country: '' }

/** Fills a bill of lading from what the device holds. The server freezes the same text when it is signed; both are held to sync/testdata/bill-compose.json. */
export function compose(c: Cargo, l: Loading): Bill {
  const plan = c.planned?.length ? c.planned : (c.items ?? []) // what the pallets were laid by
  const items = oneUnit(loaded(plan, l.pallets ?? [], l.laid ?? false))
  const k = c.clauses ?? {}
  const money = (minor: number): BillMoney => ({ minor, currency: k.currency ?? '' })
  const bill: Bill = {
    number: c.bol,
    version: Math.max(1, l.version ?? 1),
    correction: l.correction ?? '',
    on: c.shipOn,
    pro: c.pro,
    shipmentId: c.id,
    master: (k.underlying?.length ?? 0) > 0,
    underlying: k.underlying ?? [],
    from: { ...c.origin, ref: k.shipperRef ?? '', fob: k.fob === 'origin' },
    to: { ...c.destination, ref: k.consigneeRef ?? '', location: k.location ?? '', fob: k.fob === 'destination' },
    billTo: c.terms === 'T' ? c.billTo : nobody, // the box is of a third party alone
    carrier: { name: c.carrierName, scac: c.carrier, trailer: l.trailer || c.trailer, seals: sealsOf(l.seal || c.seal) },
    terms: c.terms,
    orders: [],
    lines: [],
    emergencyPhone: '',
    declaredValue: k.declaredMinor ? { amount: money(k.declaredMinor), per: k.declaredPer || 'lb' } : null,
    cod: k.codMinor
      ? { amount: money(k.codMinor), fee: k.codFee || 'C', customerCheck: k.codCheck ?? false, remitTo: k.codRemit ?? '' }
      : null,
    noRecourse: k.noRecourse ?? false,
    loadedBy: k.loadedBy === 'driver' ? 'driver' : 'shipper',
    countedBy: 'driver-pieces',
    instructions: instructions(c, dropped(c.stops ?? [], plan, l)),
    exceptions: l.exceptions ?? [],
  }
  for (const it of items) {
    if (it.pallets > 0) bill.countedBy = 'driver-pallets' // shrink-wrapped pallets are counted, not opened
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
  if (k.countedBy) bill.countedBy = k.countedBy as Bill['countedBy'] // the server takes no other
  bill.emergencyPhone = call(bill.lines, c.emergencyPhone)
  bill.emergencyContract = contract(bill, l.responder)
  bill.orders = orders(c, plan, items)
  return bill
}

/** The one number to call for all hazardous lines. Where they have different ones there is none, and each line keeps its own (49 CFR 172.201(d)). */
function call(lines: BillLine[], load: string): string {
  const hazards = lines.flatMap((l) => (l.hazmat ? [l.hazmat] : []))
  const numbers = [...new Set(hazards.map((h) => h.phone).filter(Boolean))]
  for (const h of hazards) h.phone = numbers.length > 1 ? h.phone || load : ''
  return numbers.length > 1 ? '' : (numbers[0] ?? load)
}

/** What the provider of emergency response information knows the shipper by: the twin of contract in server/document. */
function contract(bill: Bill, r: Responder | undefined): string {
  const its = phoneNumbers(r?.phone ?? '')
  if (!r?.contract || its.length !== 1) return ''
  const called = bill.lines.flatMap((l) => (l.hazmat ? phoneNumbers(l.hazmat.phone || bill.emergencyPhone || '') : []))
  if (!its[0] || !called.includes(its[0])) return ''
  return new Set(called).size === 1 ? r.contract : `${r.contract} (${r.phone})`
}

const payers = { P: 'Freight prepaid', C: 'Freight collect', T: 'Third party freight' }

const stated = (...texts: (string | undefined)[]) => texts.filter(Boolean)

/** What the shipper asks for, the services, the days, and below them a line for each stop on the way: who it is, and what is left there. In English, as all that stands on the paper. */
function instructions(c: Cargo, goes: FreightItem[][]): string {
  const { instruction, stops, serviceNames, arriveBy, shipOn, pickupFrom, pickupTo, clauses, terms } = c
  const asked = [
    serviceNames?.length ? `Services: ${serviceNames.join(', ')}` : '',
    arriveBy ? `Must arrive by ${arriveBy}` : '',
    clauses?.appointment ? `Delivery appointment ${clauses.appointment}` : '',
    pickupFrom ? `Pickup ${shipOn} ${stated(pickupFrom, pickupTo).join(' to ')}` : '',
    clauses?.account && terms in payers ? `${payers[terms]}, account ${clauses.account}` : '',
  ]
  const lines = (stops ?? []).map(({ to, refs, appointment }, n) => {
    const where = stated(to.name, to.street, to.street2, to.city, stated(to.state, to.zip).join(' '), refs?.join(', '))
    const place = [...where, ...(appointment ? [`Appointment ${appointment}`] : [])].join(', ')
    const left = (goes[n] ?? []).map((it) => `${it.pieces} ${stated(it.packageType, it.description).join(' ')}`).join('; ')
    return stated(`Stop ${n + 1}: ${place}`, left).join(': ')
  })
  return stated(instruction, ...asked, ...lines).join('\n')
}

/** What is left at each stop of what is aboard: the twin of dropped in server/document, which says how a stop's goods are found among the plan's. */
function dropped(stops: NonNullable<Cargo['stops']>, plan: readonly FreightItem[], l: Loading): FreightItem[][] {
  const went = aboard(plan, l.pallets ?? [], l.laid ?? false)
  const taken = new Set<number>()
  const find = (it: FreightItem, pieces: boolean) =>
    plan.findIndex(
      (p, i) =>
        !taken.has(i) &&
        (p.order ?? '') === (it.order ?? '') &&
        (p.code ?? '') === (it.code ?? '') &&
        p.description === it.description &&
        p.packageType === it.packageType &&
        (!pieces || p.pieces === it.pieces),
    )
  return stops.map(({ items }) =>
    (items ?? []).flatMap((it) => {
      const exact = find(it, true)
      const at = exact >= 0 ? exact : find(it, false)
      if (at < 0) return [it]
      taken.add(at)
      const pieces = went[at]?.pieces ?? 0
      return pieces === 0 && (plan[at]?.pieces ?? 0) > 0 ? [] : [{ ...it, pieces }]
    }),
  )
}

/** Sums the lines of each customer order. Lines that name no order belong to the only one, if there is only one. An order of which nothing is aboard is left out. */
function orders(c: Cargo, planned: FreightItem[], items: FreightItem[]): BillOrder[] {
  const numbers = c.orders ?? []
  const begun = (number: string): BillOrder => ({
    number,
    packages: 0,
    weight: { milli: 0, unit: '' },
    palletted: false,
    note: c.orderNotes?.find((n) => n.order === number)?.note ?? '',
  })
  const out = numbers.map(begun)
  for (const it of items) {
    const number = it.order ?? ''
    let order = out.find((o) => o.number === number)
    if (!order && number === '' && numbers.length === 1) order = out[0]
    if (!order) {
      if (number === '') continue
      order = begun(number)
      out.push(order)
    }
    order.packages += it.pieces
    order.weight = add(order.weight, it.weight)
    order.palletted ||= it.pallets > 0
  }
  if (items.length === planned.length) return out
  return out.filter((o) => o.packages > 0 || !planned.some((it) => it.order === o.number))
}

function hazmat(it: FreightItem): BillHazmat | null {
  const h = it.hazmat
  if (!h) return null
  return {
    id: unOf(h.un.trim()),
    name: h.properName,
    technical: h.technicalName ?? '',
    class: h.class,
    subsidiary: (h.subsidiary ?? '').split(/[,; ]+/).filter(Boolean),
    group: h.packingGroup ?? '',
    rq: h.reportableQty ?? false,
    ltdQty: h.limitedQty ?? false,
    marinePollutant: h.marinePollutant ?? false,
    quantity: `${measureText(it.weight)} in ${it.pieces} ${it.packageType}`.trim(),
    phone: h.emergencyPhone ?? '',
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
