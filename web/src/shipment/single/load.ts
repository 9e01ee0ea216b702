import type { FreightParty, ShipmentEntry, ShipmentEntryItem } from '@sync/gen/api'
import { weightUnit } from '@/kit/format/units'
import { classOf, rules } from '@/kit/rule/rule'

export type Kind = ShipmentEntry['Kind']
export type Line = ShipmentEntryItem
export type Party = FreightParty

export const emptyParty: Party = { name: '', street: '', city: '', state: '', zip: '', country: 'US' }

/** A line of goods as a page begins with it. The server does the same (server/shipment/entry.go), and both run sync/testdata/shipment-load.json. */
export function loadLine(line: Partial<Line>, userClass = ''): Line {
  const { Qty, ...rest } = line
  return {
    Description: '',
    ...rest,
    ...(Qty ? { Qty } : {}), // a quantity of 0 is an empty field
    itemClass: classOf(line.itemClass, userClass),
    isNmfcValid: true,
    Weight: { milli: line.Weight?.milli ?? 0, unit: line.Weight?.unit || 'lb' },
  }
}

export const newLine = (kind: Kind, userClass = ''): Line =>
  loadLine(
    kind === 'parcel'
      ? { packageType: rules.parcelPackage, Qty: 1, WeightEach: true, Weight: { milli: 1000, unit: weightUnit() } }
      : { packageType: rules.defaultPackage, OrderUom: rules.defaultUnit, Weight: { milli: 0, unit: weightUnit() } },
    userClass,
  )

/** An entry as a page begins with it: at least one line, an address to bill, the person's own address where the origin has none. */
export function load(e: Partial<ShipmentEntry> & { Kind: Kind }, email: string, userClass = ''): Partial<ShipmentEntry> & { Kind: Kind } {
  return {
    ...e,
    // A caller that leaves lists out has left them so in what others start from.
    ...(e.AdditionalService === null ? { AdditionalService: [] } : {}),
    ...(e.ShipmentStops === null ? { ShipmentStops: [] } : {}),
    // An order file leaves some of its references empty.
    ...(e.References ? { References: e.References.filter(Boolean) } : {}),
    Items: e.Items?.length ? e.Items.map((line) => loadLine(line, userClass)) : [newLine(e.Kind, userClass)],
    Billto: e.Billto ?? { ...emptyParty },
    Origin: { ...(e.Origin ?? emptyParty), email: e.Origin?.email || email },
  }
}
