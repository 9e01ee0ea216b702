import type { Made } from '@sync/effect'
import type { ShipmentEntry } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'

/** The shipment that a booking makes, as far as the device can tell: its number and its bill's are the server's to give. */
export function booked(
  id: string,
  e: ShipmentEntry,
  carrierName: string,
  { at, user }: Made,
): Shipment & { version: number; scopes: string[] } {
  const items = e.Items.map((it) => {
    const pieces = it.Qty || it.Pallets || 0
    return {
      code: it.ItemCode ?? '',
      description: it.Description || it.ItemCode || '',
      pieces,
      packageType: it.packageType ?? '',
      pallets: it.Pallets ?? 0,
      weight: { ...it.Weight, milli: it.Weight.milli * (it.WeightEach ? pieces : 1) },
      class: it.itemClass ?? '',
      nmfc: it.NMFCCode ?? '',
      ...(it.HazmatDetails ? { hazmat: it.HazmatDetails } : {}),
    }
  })
  const sum = (of: (it: (typeof items)[number]) => number) => items.reduce((n, it) => n + of(it), 0)
  return {
    id,
    number: e.OrderNumber,
    bol: '',
    pro: e.PRONumber,
    status: 'T',
    back: '',
    mode: e.ShipMode || 'LTL',
    inbound: false,
    terms: 'C',
    warehouse: e.WHSE,
    customer: e.Customer,
    carrier: e.Carrier.toUpperCase(),
    carrierName,
    serviceDays: 0,
    shipOn: e.ShipOn,
    arriveBy: '',
    pickupFrom: e.PickupByFromTime,
    pickupTo: e.PickupByToTime,
    arrivesOn: '',
    dueAt: null, // by the warehouse's clock, which the server reads
    origin: e.Origin,
    destination: e.Destination,
    billTo: e.Billto ?? e.Destination,
    items,
    stops: e.ShipmentStops.map((stop, n) => ({
      id: `${n + 1}`,
      label: `Stop ${n + 1}`,
      to: stop.DropOffAddress,
      refs: [stop.Reference1, stop.Reference2].flatMap((r) => r || []),
      items: (stop.Items ?? []).flatMap((line) => items[line - 1] ?? []),
    })),
    refs: [...new Set([e.PO_Number, ...e.References].map((r) => r.trim()).filter(Boolean))],
    orders: [e.OrderNumber],
    orderNotes: [],
    serviceNames: [],
    clauses: {},
    planned: [],
    services: e.AdditionalService,
    instruction: e.SpecialInstruction,
    emergencyPhone: '',
    pieces: sum((it) => it.pieces),
    pallets: sum((it) => it.pallets),
    weight: { milli: sum((it) => it.weight.milli), unit: items[0]?.weight.unit ?? 'lb' },
    trailer: '',
    seal: '',
    exception: '',
    reason: '',
    onDock: false,
    signedAt: null,
    signedBy: '',
    deliveredAt: null,
    createdAt: at,
    createdBy: user,
    changedAt: at,
    version: 0,
    scopes: [`wh:${e.WHSE}`],
  }
}
