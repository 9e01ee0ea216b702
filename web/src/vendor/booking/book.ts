import { lineKey } from '../guest/draft'
import { brings, type Order, weightOf } from '../guest/ship'
import type { Book, Draft } from './draft'
import { containerNumber, isAirWaybill, tariffCode } from './numbers'

export type Wrong =
  | 'missing'
  | 'not-a-number'
  | 'more-than-left'
  | 'too-many-pallets'
  | 'no-weight'
  | 'nothing'
  | 'no-hts'
  | 'no-container'
  | 'check-digit'
  | 'twice'
  | 'no-waybill'
  | 'after-departure'
  | 'ready-late'
  | 'arrives-first'

/** The terms that fit whoever pays the main carriage by the purchase order. FOB is for ships alone (Incoterms 2020). */
export const termsFor = (orders: readonly Order[], mode: Draft['mode']): Book['Incoterm'][] =>
  brings(orders) ? ['DAP', 'DDP'] : mode === 'INTLAIR' ? ['EXW', 'FCA'] : ['EXW', 'FCA', 'FOB']

const whole = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined)

/** Cubic meters as thousandths; undefined where it is no volume. */
export function volumeOf(text: string): number | undefined {
  const t = text.trim().replace(',', '.')
  return /^\d{1,4}(\.\d{1,3})?$/.test(t) && Number(t) > 0 ? Math.round(Number(t) * 1000) : undefined
}

/** What is wrong with a booking before it is sent, by the field that the server names or by the line's key. The server judges again. */
export function wrongs(d: Draft, orders: readonly Order[]): Map<string, Wrong> {
  const bad = new Map<string, Wrong>()
  let pieces = 0
  for (const o of orders)
    for (const l of o.lines) {
      const key = lineKey(o.id, l.line)
      const typed = d.lines[key]
      const text = typed?.pieces.trim() ?? ''
      if (!typed || text === '' || text === '0') continue
      const n = whole(text)
      const pallets = typed.pallets.trim() ? whole(typed.pallets) : 0
      if (n === undefined) bad.set(key, 'not-a-number')
      else if (n > l.left) bad.set(key, 'more-than-left')
      if (pallets === undefined) bad.set(`${key}/pallets`, 'not-a-number')
      else if (pallets > 120) bad.set(`${key}/pallets`, 'too-many-pallets')
      if (l.item.weight.milli <= 0 && !weightOf(typed.weight)) bad.set(`${key}/weight`, 'no-weight')
      if (!tariffCode(typed.hts)) bad.set(`${key}/hts`, 'no-hts')
      pieces += n ?? 1
    }
  if (pieces === 0) bad.set('Lines', 'nothing')
  const needed = {
    Incoterm: termsFor(orders, d.mode).some((t) => t === d.incoterm) ? 'x' : '',
    IncotermPlace: d.place,
    PortOfLoading: d.origin,
    PortOfDischarge: d.port,
    ShipOn: d.shipOn,
    ETD: d.departsOn,
    ContactName: d.name,
  }
  for (const [field, value] of Object.entries(needed)) if (!value.trim()) bad.set(field, 'missing')
  if (d.mode === 'FCL') containers(d, bad)
  else if (!volumeOf(d.volume)) bad.set('VolumeMilli', d.volume.trim() ? 'not-a-number' : 'missing')
  if (d.mode === 'FCL' && d.volume.trim() && !volumeOf(d.volume)) bad.set('VolumeMilli', 'not-a-number')
  if (d.mode === 'INTLAIR' && d.bill.trim() && !isAirWaybill(d.bill)) bad.set('MasterBill', 'no-waybill')
  const cutoffs = { CargoCutOff: d.cargo, DocumentCutOff: d.docs, ...(d.mode === 'FCL' ? { VGMCutOff: d.vgm } : {}) }
  for (const [field, at] of Object.entries(cutoffs))
    if (at && d.departsOn && at.slice(0, 10) > d.departsOn) bad.set(field, 'after-departure')
  const last = d.cargo ? d.cargo.slice(0, 10) : d.departsOn
  if (d.shipOn && last && d.shipOn > last) bad.set('ShipOn', 'ready-late')
  if (d.arrivesOn && d.departsOn && d.arrivesOn < d.departsOn) bad.set('ETA', 'arrives-first')
  return bad
}

function containers(d: Draft, bad: Map<string, Wrong>) {
  if (d.containers.length === 0) bad.set('Containers', 'missing')
  const seen = new Set<string>()
  d.containers.forEach((c, i) => {
    if (!c.number.trim()) return
    const read = containerNumber(c.number)
    const field = `Containers[${i}].ContainerNumber`
    if (!read) bad.set(field, 'no-container')
    else if (!read.fits) bad.set(field, 'check-digit')
    else if (seen.has(read.number)) bad.set(field, 'twice')
    if (read) seen.add(read.number)
  })
}

/** The request of a booking that nothing is wrong with. What another mode asks for is left out. */
export function requestOf(d: Draft, orders: readonly Order[], held: { AccessID: string; clientId: string }): Book {
  const full = d.mode === 'FCL'
  return {
    ...held,
    ShipmentId: d.id,
    ShipMode: d.mode,
    Incoterm: d.incoterm || 'FOB', // never sent empty: wrongs() asks for one
    IncotermPlace: d.place.trim(),
    PortOfLoading: d.origin.trim(),
    PortOfDischarge: d.port.trim(),
    Lines: orders.flatMap((o) =>
      o.lines.flatMap((l) => {
        const typed = d.lines[lineKey(o.id, l.line)]
        const n = whole(typed?.pieces ?? '') ?? 0
        if (!typed || n === 0) return []
        const weight = { milli: weightOf(typed.weight) ?? 0, unit: l.item.weight.unit || 'lb' }
        return [
          { PurchaseId: o.id, Line: l.line, Qty: n, Pallets: whole(typed.pallets) ?? 0, Weight: weight, HTS: tariffCode(typed.hts) ?? '' },
        ]
      }),
    ),
    VolumeMilli: volumeOf(d.volume) ?? 0,
    Containers: full ? d.containers.map((c) => ({ Size: c.size, ContainerNumber: c.number.trim(), Seal: c.seal.trim() })) : [],
    Carrier: d.carrier.trim(),
    BookingNumber: d.booking.trim(),
    MasterBill: d.bill.trim(),
    Vessel: d.vessel.trim(),
    Voyage: d.voyage.trim(),
    ShipOn: d.shipOn,
    ETD: d.departsOn,
    ETA: d.arrivesOn,
    CargoCutOff: d.cargo,
    DocumentCutOff: d.docs,
    VGMCutOff: full ? d.vgm : '',
    SpecialInstruction: d.note.trim(),
    ContactName: d.name.trim(),
    FileIds: [],
  }
}
