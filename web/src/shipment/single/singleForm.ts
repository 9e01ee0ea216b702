import { msg } from '@lingui/core/macro'
import type { ShipmentEntry, ShipmentEntryItem, ShipmentSaveReq } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { defineForm, type Field, type FormSpec } from '@/kit/form/defineForm'
import { Clock, choice, Day, LongText, Several, Text, Toggle } from '@/kit/form/inputs'
import { windowWrong } from '@/kit/form/pickupWindow'
import { submit } from '@/kit/remote/submit'
import { rules } from '@/kit/rule/rule'
import type { Words } from '@/kit/words/words'
import { latest } from '../move/latest'
import { CarrierOrNew, Money, ServicesChoice, WarehouseChoice } from './choices'
import { emailsWrong, judgeLines, judgeParty, judgeStops, palletsWrong } from './judge'
import { linesInput } from './LinesInput'
import type { Kind } from './load'
import { PartyInput } from './PartyInput'
import { partName } from './partNames'
import { StopsInput } from './StopsInput'
import { restopped } from './stops'

/** All that is typed, and what the buttons add. The fields carry the wire's own names. */
export interface Typed extends Omit<ShipmentEntry, 'Billto' | 'ParcelReturnAddress'> {
  Billto: ShipmentEntry['Origin']
  ParcelReturnAddress: ShipmentEntry['Origin']
  ShipmentId: string
  ChangedAt: string
  Then: 'save' | 'rate' | 'ship'
  PriceSheetId: string
  PriceMinor: number
}

type Name = keyof Typed & keyof ShipmentEntry
type Fields = {
  [K in Name]?: Field<Typed, K> & {
    span?: 2 | 3 | 4 | 6 | 12
    tall?: boolean
    folded?: { when: (all: Partial<Typed>) => boolean; words: Words }
  }
}

/** A part of the workspace: its title, and its fields in the order of reading. */
export interface Section {
  title: Words
  fields: Name[]
  /** On these pages only. */
  on?: Kind[]
}

/** The workspace from top to bottom. A field that a page does not have is left out there. */
export const sections: Section[] = [
  { title: msg`Order`, fields: ['OrderNumber', 'PO_Number', 'Customer', 'References', 'PaymentType'] },
  { title: msg`From and to`, fields: ['WHSE', 'Destination', 'ConsigneeEmailID', 'Origin'] },
  { title: msg`Goods`, fields: ['Items', 'declaredMinor'] },
  {
    title: msg`Pickup and delivery`,
    fields: [
      'ShipOn',
      'PickupByFromTime',
      'PickupByToTime',
      'DeliveryWindow',
      'Carrier',
      'AccountNumber',
      'PRONumber',
      'Signature',
      'SaturdayDelivery',
      'HoldForPickup',
      'ReturnServiceType',
      'UpsSurePostCode',
      'LabelCode',
      'AdditionalService',
    ],
  },
  { title: msg`Stops on the way`, fields: ['ShipmentStops'], on: ['prepaid', 'collect'] },
  { title: msg`Bill to`, fields: ['Billto'] },
  { title: msg`Return address`, fields: ['ParcelReturnAddress'], on: ['parcel'] },
  { title: msg`Notes`, fields: ['SpecialInstruction', 'comments', 'internalnotes'] },
]

/** What differs between the pages. */
interface Differs {
  title: Words
  submit: Words
  /** Prices are asked for; otherwise the carrier is chosen by the customer. */
  priced: boolean
  fields: Fields
  starts: Partial<Typed>
}

const typedAtAll = (p: ShipmentEntry['Origin'] | undefined) => Boolean(p && (p.name || p.street || p.city || p.zip))
const own = (p: ShipmentEntry['Origin'] | undefined) => typedAtAll(p) || Boolean(p?.phone)

const terms = {
  P: { value: 'P', label: msg`Prepaid` },
  C: { value: 'C', label: msg`Collect` },
  T: { value: 'T', label: msg`Third party` },
} as const

const differs: Record<Kind, Differs> = {
  prepaid: {
    title: msg`Prepaid shipment`,
    submit: msg`Get rates`,
    priced: true,
    starts: { PaymentType: 'P', ShipMode: 'LTL' },
    fields: {
      PaymentType: { label: msg`Freight terms`, input: choice<'P' | 'C' | 'T'>([terms.P, terms.T]), required: true, span: 4 },
      Carrier: { label: msg`Preferred carrier`, input: CarrierOrNew, hint: msg`Ranked first when it has a rate`, span: 4 },
    },
  },
  collect: {
    title: msg`Collect shipment`,
    submit: msg`Give it to the carrier`,
    priced: false,
    starts: { PaymentType: 'C', ShipMode: 'LTL', PickupByFromTime: rules.collectFrom, PickupByToTime: rules.collectTo },
    fields: {
      Carrier: {
        label: msg`The customer's carrier`,
        input: CarrierOrNew,
        required: true,
        hint: msg`The consignee pays and chose it`,
        span: 4,
      },
      AccountNumber: { label: msg`Account at the carrier`, input: Text, span: 4 },
    },
  },
  parcel: {
    title: msg`Parcel shipment`,
    submit: msg`Get rates`,
    priced: true,
    starts: { PaymentType: 'P', ShipMode: 'PARCEL' },
    fields: {
      PaymentType: { label: msg`Freight terms`, input: choice<'P' | 'C' | 'T'>([terms.P, terms.C, terms.T]), required: true, span: 4 },
      Carrier: {
        label: msg`The customer's carrier`,
        input: CarrierOrNew,
        hint: msg`The consignee pays and chose it`,
        when: (all) => all.PaymentType === 'C',
        span: 4,
      },
      AccountNumber: { label: msg`Account at the carrier`, input: Text, span: 3 },
      Signature: {
        label: msg`Signature`,
        input: choice([
          { value: 'signature', label: msg`Signature required` },
          { value: 'adult', label: msg`Adult signature required` },
        ]),
        hint: msg`Leave empty for none`,
        span: 4,
      },
      SaturdayDelivery: { label: msg`Saturday delivery`, input: Toggle, span: 3 },
      HoldForPickup: { label: msg`Hold for pickup`, input: Toggle, span: 3 },
      ReturnServiceType: {
        label: msg`Return`,
        input: choice([
          { value: '9', label: msg`Label printed here` },
          { value: '8', label: msg`Label mailed to the sender as a link` },
          { value: '3', label: msg`Driver brings the label, one attempt` },
          { value: '5', label: msg`Driver brings the label, three attempts` },
        ]),
        hint: msg`UPS only; from the address that sends it back`,
        span: 4,
      },
      UpsSurePostCode: {
        label: msg`SurePost`,
        input: choice([
          { value: '92', label: msg`Under 1 lb` },
          { value: '93', label: msg`1 lb and over` },
          { value: '94', label: msg`Bound printed matter` },
          { value: '95', label: msg`Media` },
        ]),
        hint: msg`UPS only; the post delivers`,
        span: 4,
      },
      LabelCode: {
        label: msg`Label comes as`,
        input: choice([
          { value: 'GIF', label: msg`Picture` },
          { value: 'ZPL', label: msg`ZPL for a label printer` },
        ]),
        hint: msg`UPS only; otherwise a picture`,
        span: 4,
      },
      ParcelReturnAddress: {
        label: msg`Return address`,
        input: PartyInput,
        hint: msg`Only if it is not the sender's`,
        below: (p) => judgeParty(p, typedAtAll(p)),
        span: 6,
        folded: { when: (all) => !typedAtAll(all.ParcelReturnAddress), words: msg`Another return address` },
      },
    },
  },
}

const freightOnly: Fields = {
  PickupByFromTime: { label: msg`Pickup from`, input: Clock, span: 3 },
  PickupByToTime: {
    label: msg`Pickup until`,
    input: Clock,
    span: 3,
    check: (to, { PickupByFromTime: from }) => windowWrong(to, from),
  },
  PRONumber: { label: msg`PRO number`, input: Text, span: 3 },
  ShipmentStops: { label: msg`Stops`, input: StopsInput, below: (stops, all) => judgeStops(stops, all.Items?.length ?? 0), span: 12 },
  declaredMinor: { label: msg`Declared value, USD`, input: Money, span: 3 },
}

interface SingleForm {
  spec: FormSpec<Typed, Shipment>
  /** How wide a field is, in twelfths. */
  span: (name: string) => number
  /** Beside it stand several others. */
  tall: (name: string) => boolean
  /** What opens a field that is folded away, since most leave it empty and nothing is typed in it. */
  folded: (name: string, all: Partial<Typed>) => Words | undefined
}

/** The one form behind the three pages. */
export function singleForm(kind: Kind, warehouseOf: () => string): SingleForm {
  const d = differs[kind]
  const fields: Fields = {
    OrderNumber: { label: msg`Order number`, input: Text, required: true, check: (v) => atMost(v, 40), span: 3 },
    PO_Number: { label: msg`PO number`, input: Text, check: (v) => atMost(v, 40), span: 3 },
    Customer: { label: msg`Customer`, input: Text, span: 3 },
    References: { label: msg`Other references`, input: Several, span: 6 },
    WHSE: { label: msg`Warehouse`, input: WarehouseChoice, required: true, span: 6 },
    Origin: {
      label: msg`From`,
      input: PartyInput,
      hint: msg`Leave empty for the warehouse itself`,
      below: (p) => judgeParty(p, own(p)),
      span: 6,
      folded: { when: (all) => !own(all.Origin), words: msg`From another address` },
    },
    Destination: { label: msg`To`, input: PartyInput, required: true, below: (p) => judgeParty(p, true), span: 6, tall: true },
    ConsigneeEmailID: {
      label: msg`Notify`,
      input: Text,
      hint: msg`Separate several with commas`,
      check: emailsWrong,
      span: 6,
    },
    Items: {
      label: msg`Goods`,
      input: linesInput(kind, warehouseOf),
      required: true,
      check: palletsWrong,
      below: (lines) => judgeLines(lines, kind),
      also: (lines, { Items, ShipmentStops }) =>
        ShipmentStops?.length ? { ShipmentStops: restopped(ShipmentStops, Items ?? [], lines ?? []) } : {},
      span: 12,
    },
    ShipOn: { label: msg`Pickup date`, input: Day, required: true, span: 3 },
    DeliveryWindow: { label: msg`Deliver by`, input: Day, span: 3 },
    AdditionalService: { label: msg`Services`, input: ServicesChoice, span: 12 },
    Billto: {
      label: msg`Freight is billed to`,
      input: PartyInput,
      hint: kind === 'collect' ? msg`Leave empty for the consignee` : msg`Leave empty for the sender`,
      below: (p, all) => judgeParty(p, all.PaymentType === 'T' || typedAtAll(p)),
      span: 6,
      folded: { when: (all) => all.PaymentType !== 'T' && !typedAtAll(all.Billto), words: msg`Bill another address` },
    },
    SpecialInstruction: { label: msg`Instructions to the carrier`, input: LongText, span: 4 },
    comments: { label: msg`Comments`, input: LongText, hint: msg`In the shipment's file, not for the carrier`, span: 4 },
    internalnotes: { label: msg`Internal notes`, input: LongText, hint: msg`For the office only`, span: 4 },
    ...(kind === 'parcel' ? {} : freightOnly),
    ...d.fields,
  }
  for (const [name, field] of Object.entries(fields)) field.part = (path) => partName(kind, name, field.label, path)
  const spec = defineForm<Typed, Shipment>('Shipment/SaveShipment', {
    title: d.title,
    fields: fields as FormSpec<Typed, Shipment>['fields'], // the same, without how wide each is
    submit: d.submit,
    ofWire: (field) => field.replace(/^Shipment\./, ''),
    subject: ({ ShipmentId }) => [kind, ShipmentId].filter(Boolean).join(' '),
    latest,
    toRequest: (typed) => requestOf(typed, kind),
    ...(kind === 'collect' ? { run: give } : {}),
  })
  return {
    spec,
    span: (name) => fields[name as Name]?.span ?? 4, // a name of the form's own, here and below
    tall: (name) => fields[name as Name]?.tall ?? false,
    folded: (name, all) => (fields[name as Name]?.folded?.when(all) ? fields[name as Name]?.folded?.words : undefined),
  }
}

/** A new collect order goes through the outbox; what was kept for later before is changed at the server, which knows whether somebody else did. */
async function give(request: object, key: string): Promise<Shipment> {
  const { ShipmentId, Then, Shipment: entry } = request as ShipmentSaveReq // as toRequest made it
  if (Then === 'ship' && !ShipmentId && entry) return (await import('./book')).book(entry)
  return (await submit('Shipment/SaveShipment', request, { key })) as Shipment // as the call is declared
}

const atMost = (v: string | undefined, n: number) => (v && v.length > n ? msg`At most ${n} are allowed.` : undefined)

export const startsOf = (kind: Kind): Partial<Typed> => differs[kind].starts
/** Whether carriers are asked for a price: not where the consignee pays. */
export const isPriced = (kind: Kind, terms?: string) => differs[kind].priced && terms !== 'C'

/** What is typed as the call takes it: an address that nobody typed is none. */
export function requestOf(typed: Partial<Typed>, kind: Kind): ShipmentSaveReq {
  const { ShipmentId = '', ChangedAt = '', Then = 'save', PriceSheetId = '', PriceMinor = 0, ...entry } = typed
  return { ShipmentId, ChangedAt, Then, PriceSheetId, PriceMinor, Shipment: entryOf(entry, kind) }
}

export function entryOf(entry: Partial<Typed>, kind: Kind): ShipmentEntry {
  const { Origin, Destination, Billto, ParcelReturnAddress } = entry
  const none = { name: '', street: '', city: '', state: '', zip: '', country: '' }
  return {
    OrderNumber: '',
    WHSE: '',
    PO_Number: '',
    References: [],
    Customer: '',
    PaymentType: kind === 'collect' ? 'C' : 'P',
    ShipMode: '',
    ShipOn: '',
    PickupByFromTime: '',
    PickupByToTime: '',
    DeliveryWindow: '',
    ShipmentStops: [],
    AdditionalService: [],
    declaredMinor: 0,
    Signature: '',
    SaturdayDelivery: false,
    HoldForPickup: false,
    ReturnServiceType: '',
    UpsSurePostCode: '',
    LabelCode: '',
    ConsigneeEmailID: '',
    Carrier: '',
    PRONumber: '',
    AccountNumber: '',
    SpecialInstruction: '',
    comments: '',
    internalnotes: '',
    ...Object.fromEntries(
      Object.entries(entry).filter(
        ([name, v]) => v !== undefined && !['ShipmentId', 'ChangedAt', 'Then', 'PriceSheetId', 'PriceMinor'].includes(name),
      ),
    ),
    Kind: kind,
    Origin: own(Origin) && Origin ? trimmed(Origin) : { ...none, ...(Origin?.email ? { email: Origin.email } : {}) },
    Destination: trimmed(Destination ?? none),
    Billto: typedAtAll(Billto) && Billto ? trimmed(Billto) : null,
    ParcelReturnAddress: typedAtAll(ParcelReturnAddress) && ParcelReturnAddress ? trimmed(ParcelReturnAddress) : null,
    Items: (entry.Items ?? []).map(whole),
  }
}

const trimmed = (p: ShipmentEntry['Origin']) => ({
  ...p,
  name: p.name.trim(),
  state: p.state.trim().toUpperCase(),
  zip: p.zip.trim().toUpperCase(),
})

/** A line without the sides that were not measured. */
function whole(line: ShipmentEntryItem): ShipmentEntryItem {
  const { Length, Width, Height, HazmatDetails, ...rest } = line
  const sides = { Length, Width, Height }
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(sides).filter(([, m]) => (m?.milli ?? 0) > 0)),
    ...(HazmatDetails ? { HazmatDetails } : {}),
  }
}
