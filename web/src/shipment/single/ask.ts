import type { FreightItem, FreightPackage, RatingRatesReq, ShipmentEntry } from '@sync/gen/api'
import { classOf } from '@/kit/rule/rule'
import type { Kind, Line } from './load'

const parcelBit = 2

/** The question of prices for what is typed, as the server asks it again when one is taken. */
export function askOf(e: ShipmentEntry, kind: Kind, from: { zip: string; state: string; country: string }): RatingRatesReq {
  const services = [...new Set([...e.AdditionalService, ...(e.Destination.residential ? ['RES'] : [])])].map((code) => ({
    code,
    quantity: '1',
  }))
  return {
    From: { zip: from.zip, state: from.state, country: from.country || 'US' },
    To: { zip: e.Destination.zip, state: e.Destination.state, country: e.Destination.country || 'US' },
    ShipOn: e.ShipOn,
    Carrier: e.Carrier,
    Customer: e.Customer,
    WHSE: e.WHSE,
    PaymentType: e.PaymentType,
    Services: services,
    Stops: e.ShipmentStops.length,
    ...(kind === 'parcel'
      ? { Mailpieces: e.Items.map((line) => packageOf(line, e.Signature)), RateModeID: parcelBit }
      : { Items: e.Items.map(itemOf) }),
  }
}

const unmeasured = { milli: 0, unit: 'in' }

/** A line as the shipment keeps it: what it weighs in all (server/shipment/entry.go, item). */
export function itemOf(line: Line): FreightItem {
  const pieces = line.Qty || line.Pallets || 0
  return {
    description: line.Description,
    pieces,
    packageType: line.packageType ?? '',
    pallets: line.Pallets ?? 0,
    weight: { milli: line.Weight.milli * (line.WeightEach ? pieces : 1), unit: line.Weight.unit },
    class: classOf(line.itemClass),
    length: line.Length ?? unmeasured,
    width: line.Width ?? unmeasured,
    height: line.Height ?? unmeasured,
    ...(line.CBM ? { CBM: line.CBM } : {}),
    ...(line.linearFeet ? { linearFeet: line.linearFeet } : {}),
    ...(line.Stackableitemflag ? { stackable: true } : {}),
    ...(line.HazmatDetails ? { hazmat: line.HazmatDetails } : {}),
  }
}

function packageOf(line: Line, signature: string): FreightPackage {
  const count = line.Qty || 1
  const { milli, unit } = itemOf(line).weight
  return {
    length: line.Length ?? unmeasured,
    width: line.Width ?? unmeasured,
    height: line.Height ?? unmeasured,
    weight: { milli: Math.ceil(milli / count), unit }, // never lighter than it is
    count,
    ...(line.declaredMinor ? { declaredMinor: line.declaredMinor } : {}),
    ...(signature ? { signature } : {}),
    ...(line.AdditionalHandling ? { loose: true } : {}),
  }
}
