import { msg } from '@lingui/core/macro'
import { tail } from '@/kit/format/identifier'
import type { Words } from '@/kit/words/words'
import type { Event } from './useShipment'

type Data = Record<string, unknown>
const text = (v: unknown) => (v === null || v === undefined ? '' : String(v))
const pallet = (d: Data) => tail(text(d.lpn) || text(d.sscc) || text(d.pallet))
const weight = (d: Data) => {
  const { milli, unit } = (d.weight ?? {}) as { milli?: number; unit?: string } // a measure, as the dock records it
  return `${(milli ?? 0) / 1000} ${unit ?? ''}`.trim()
}

const names = (v: unknown) => (Array.isArray(v) ? v.map(text).join(', ') : '')

/** What happened, in the trade's words. An event that this version does not know is told by its own name. */
const told: Record<string, (d: Data) => Words> = {
  built: (d) => (d.carrier ? msg`Built and given to ${text(d.carrier)}` : msg`Built`),
  edited: () => msg`Changed`,
  save: () => msg`Saved for later`,
  rate: () => msg`Moved to Rate & Route`,
  reopen: () => msg`Put back to open`,
  defer: () => msg`Deferred`,
  resume: () => msg`Rating resumed`,
  tender: (d) => (d.carrier ? msg`Scheduled with ${text(d.carrier)}` : msg`Scheduled`),
  confirm: (d) => (d.tender ? msg`Accepted by ${text(d.by)} of ${text(d.carrier)}` : msg`Confirmed`),
  retender: (d) => msg`Offered to ${text(d.carrier)} next`,
  reject: () => msg`Back to rating: no carriers left`,
  'truck-joined': (d) => msg`Put on truck ${text(d.truck)}`,
  'truck-moved': (d) => msg`Moved from truck ${text(d.from)} to ${text(d.truck)}`,
  'zone-skip-joined': (d) => msg`Rides zone skip ${text(d.skip)} to hub ${text(d.hub)}`,
  'zone-skip-parcel-out': (d) => msg`Parcel ${text(d.shipment)} left zone skip ${text(d.skip)}`,
  redated: (d) => msg`Arrives on ${text(d.arrivesOn)}, with linehaul ${text(d.linehaul)}`,
  'rides-late': (d) => msg`Ships on ${text(d.shipOn)}, after linehaul ${text(d.linehaul)} has left`,
  'take-back': (d) => msg`Taken back from ${text(d.carrier)}`,
  'zone-skip-undone': (d) => msg`Zone skip ${text(d.skip)} undone`,
  'truck-off': (d) => msg`Taken off truck ${text(d.truck)}`,
  linked: (d) => msg`Linked in ${text(d.batch)}`,
  unlinked: (d) => msg`Removed from ${text(d.batch)}`,
  'tender-asked': (d) => msg`${text(d.carrier)} asked to confirm`,
  'tender-link': (d) => msg`Link mailed again to ${text(d.carrier)}`,
  'tender-rejected': (d) => (d.note ? msg`Rejected by ${text(d.carrier)}: ${text(d.note)}` : msg`Rejected by ${text(d.carrier)}`),
  'tender-expired': (d) => msg`${text(d.carrier)} did not answer in time`,
  'tender-passed': (d) => msg`Taken back from ${text(d.carrier)}`,
  requote: () => msg`Put back to rating`,
  'in-transit': (d) => (d.tracked ? msg`In transit, by its tracking` : msg`Marked in transit`),
  depart: () => msg`Left the warehouse`,
  deliver: (d) => (d.tracked ? msg`Delivered, by its tracking` : msg`Marked delivered`),
  'container-changed': (d) => msg`Container ${text(d.number)}: ${text(d.size)}, seal ${text(d.seal)}`,
  'tracking-withdrawn': (d) => (d.from === 'D' ? msg`No longer delivered, by its tracking` : msg`No longer in transit, by its tracking`),
  'delivery-corrected': () => msg`Delivery time corrected, by its tracking`,
  'carrier-told': (d) => {
    const said = [d.place, d.note].map(text).filter(Boolean).join(': ')
    if (d.what === 'picked-up') return msg`${text(d.carrier)} reports the pickup`
    if (d.what === 'delivered') return msg`${text(d.carrier)} reports the delivery`
    return d.what === 'problem' ? msg`${text(d.carrier)} reports a problem: ${said}` : msg`${text(d.carrier)} reports: ${said}`
  },
  tracked: (d) => (d.kind === 'car' ? msg`Rail car ${text(d.number)} added` : msg`Container ${text(d.number)} added`),
  except: (d) => msg`Exception: ${text(d.reason)}`,
  restore: () => msg`Exception resolved`,
  'claim-begun': (d) => msg`Claim ${text(d.number)} started`,
  'claim-filed': (d) => msg`Claim ${text(d.number)} filed with the carrier`,
  'claim-closed': (d) => msg`Claim ${text(d.number)} closed`,
  void: (d) => msg`Void: ${text(d.reason)}`,
  archive: (d) => msg`Archived: ${text(d.reason)}`,
  docked: (d) => (d.door ? msg`Put on the dock, door ${text(d.door)}` : msg`Put on the dock`),
  services: (d) => msg`Services: ${Array.isArray(d.services) ? d.services.join(', ') : ''}`,
  rescheduled: (d) => msg`Pickup moved to ${text(d.shipOn)} ${text(d.pickupFrom)}`,
  amended: (d) => msg`Documents corrected: ${text(d.reason)}`,
  'data-corrected': (d) => msg`Data corrected: ${text(d.reason)}`,
  'documents-regenerated': (d) => msg`Documents regenerated: ${text(d.reason)}`,
  driver: (d) => msg`Driver ${text(d.name)}`,
  'gate-arrival': (d) => msg`${text(d.name)} of ${text(d.carrier)} is at the gate`,
  'gate-refused': (d) => msg`${text(d.name)} of ${text(d.carrier)} was refused at the gate: another truck has checked in`,
  'gate-left': (d) => msg`${text(d.name)} left the yard without being served`,
  'driver-location': () => msg`Driver's place noted`,
  'driver-location-read': () => msg`Driver's place looked up`,
  'door-assigned': (d) => (d.door ? msg`Sent to door ${text(d.door)}` : msg`Taken off door ${text(d.before)}`),
  'loading-started': (d) => (d.door ? msg`Loading begun at door ${text(d.door)}` : msg`Loading begun`),
  'loading-finished': (d) => (d.seal ? msg`Loaded, seal ${text(d.seal)}` : msg`Loaded`),
  'loading-reopened': () => msg`Doors opened again`,
  'pallet-loaded': (d) => msg`Pallet ${pallet(d)} loaded`,
  'pallet-unloaded': (d) => msg`Pallet ${pallet(d)} unloaded`,
  'pallet-short': (d) => msg`Pallet ${pallet(d)}: ${text(d.pieces)} short`,
  'pallet-damaged': (d) => msg`Pallet ${pallet(d)} damaged`,
  'pallet-added': (d) => msg`Pallet ${pallet(d)} added`,
  'pallet-labelled': (d) => msg`Pallet ${pallet(d)} has a new label`,
  'pallet-changed': (d) => msg`Pallet ${pallet(d)} changed`,
  'pallet-removed': (d) => msg`Pallet ${pallet(d)} removed`,
  corrected: (d) => msg`Numbers corrected: bill ${text(d.bol)}, PRO ${text(d.pro) || '–'}, ${text(d.carrier)}`,
  'pallet-noted': (d) => (d.note ? msg`Pallet ${pallet(d)}: ${text(d.note)}` : msg`Note on pallet ${pallet(d)} taken back`),
  'pallet-weighed': (d) => msg`Pallet ${pallet(d)} weighs ${weight(d)}`,
  'pallet-lot': (d) =>
    [d.lot, d.expiresOn, d.bestBefore].some(Boolean)
      ? msg`Pallet ${pallet(d)}: lot and dates ${[d.lot, d.expiresOn, d.bestBefore].map(text).filter(Boolean).join(', ')}`
      : msg`Lot and dates of pallet ${pallet(d)} taken back`,
  'times-agreed': (d) =>
    d.which === 'release'
      ? msg`The driver agreed: ${Number(d.minutes ?? 0)} minutes at the dock`
      : msg`The driver agreed with the time of arrival`,
  'nobody-to-sign': (d) => (d.nobody ? msg`No one was available to sign` : msg`Someone was available to sign`),
  signed: (d) => msg`Signed by ${text(d.by)}`,
  sealed: () => msg`Signed bill sealed`,
  parted: (d) => msg`Left with ${Number(d.pieces ?? 0)} of ${Number(d.was ?? 0)} pieces`,
  split: (d) => msg`Split: ${Number(d.pieces ?? 0)} of ${Number(d.was ?? 0)} pieces stay`,
  changed: (d) => msg`Changed: ${names(d.what)}`,
  clauses: () => msg`Bill of lading details set`,
  repriced: () => msg`The price follows the load`,
  'pallet-goes-on': (d) => msg`Pallet ${pallet(d)} comes from an earlier load`,
  'certified-late': (d) => msg`${text(d.by)} signed for the shipper, too late for this version of the bill`,
  certified: (d) => msg`Certified by ${text(d.by)} for the shipper`,
  'bill-corrected': (d) => msg`Bill of lading corrected, version ${Number(d.version ?? 0)}: ${text(d.reason)}`,
  'label-asked': (d) => msg`${text(d.carrier)} label ordered: ${text(d.service)}`,
  'label-bought': (d) => msg`${text(d.carrier)} label bought: ${names(d.numbers)}`,
  'label-refused': (d) => msg`${text(d.carrier)} rejected the label`,
  'label-unclear': (d) => msg`Whether ${text(d.carrier)} made a label is not known`,
  'label-dropped': (d) => msg`No ${text(d.carrier)} label was bought: ${text(d.reason)}`,
  'label-void-asked': (d) => msg`${text(d.carrier)} label to be voided: ${text(d.reason)}`,
  'label-void-unclear': (d) => msg`Whether ${text(d.carrier)} voided the label is not known`,
  'label-void-refused': (d) => msg`${text(d.carrier)} did not void the label`,
  'label-void': (d) => msg`${text(d.carrier)} label voided`,
  'parcel-scan': (d) => [d.text, d.place].map(text).filter(Boolean).join(', '), // in the carrier's own words
  'quotes-asked': (d) => msg`Spot quotes asked of ${names(d.carriers)}`,
  'quotes-deadline': () => msg`Carriers have until another time to answer`,
  'quote-accepted': (d) => msg`Spot quote of ${text(d.carrier)} accepted`,
}

export function eventWords(e: Pick<Event, 'kind' | 'data'>): Words {
  const data = (typeof e.data === 'object' && e.data !== null ? e.data : {}) as Data // each kind has its own members; absent ones read as nothing
  return told[e.kind]?.(data) ?? e.kind
}
