import { msg } from '@lingui/core/macro'
import type { ShipmentClausesReq } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { defineForm } from '@/kit/form/defineForm'
import { Amount, choice, Several, Text, Toggle } from '@/kit/form/inputs'
import { latest, numberOf } from '../move/latest'

type Clauses = Shipment['clauses']

interface Typed {
  loadedBy: 'shipper' | 'driver'
  countedBy: 'shipper' | 'driver-pallets' | 'driver-pieces'
  fob: 'none' | 'origin' | 'destination'
  noRecourse: boolean
  currency: 'USD' | 'CAD' | 'MXN'
  declared: number
  declaredPer: 'lb' | 'kg' | 'piece' | 'shipment'
  cod: number
  codFee: 'P' | 'C'
  codCheck: boolean
  codRemit: string
  shipperRef: string
  consigneeRef: string
  location: string
  appointment: string
  underlying: string[]
}

/** What the bill says already, as the form shows it. */
export const clausesOf = (k: Clauses): Partial<Typed> => ({
  loadedBy: (k.loadedBy || 'shipper') as Typed['loadedBy'], // the server takes no other
  ...(k.countedBy ? { countedBy: k.countedBy as Typed['countedBy'] } : {}), // as above
  fob: (k.fob || 'none') as Typed['fob'], // as above
  noRecourse: k.noRecourse ?? false,
  currency: (k.currency || 'USD') as Typed['currency'], // as above
  ...(k.declaredMinor ? { declared: k.declaredMinor / 100 } : {}),
  declaredPer: (k.declaredPer || 'lb') as Typed['declaredPer'], // as above
  ...(k.codMinor ? { cod: k.codMinor / 100 } : {}),
  codFee: (k.codFee || 'C') as Typed['codFee'], // as above
  codCheck: k.codCheck ?? false,
  codRemit: k.codRemit ?? '',
  shipperRef: k.shipperRef ?? '',
  consigneeRef: k.consigneeRef ?? '',
  location: k.location ?? '',
  appointment: k.appointment ?? '',
  underlying: k.underlying ?? [],
})

const minor = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

/** What the bill of a load states of money, of the count and of whom it is for. */
export const clausesForm = (s: Shipment) =>
  defineForm<Typed, Shipment>('Shipment/SaveClauses', {
    title: msg`Bill of lading details`,
    intro: msg`They show on the bill until the driver has signed it.`,
    wide: true,
    fields: {
      loadedBy: {
        label: msg`Trailer loaded`,
        input: choice<Typed['loadedBy']>([
          { value: 'shipper', label: msg`By shipper` },
          { value: 'driver', label: msg`By driver` },
        ]),
        row: 1,
      },
      countedBy: {
        label: msg`Freight counted`,
        hint: msg`By driver where nothing is chosen`,
        input: choice<Typed['countedBy']>([
          { value: 'shipper', label: msg`By shipper` },
          { value: 'driver-pallets', label: msg`By driver, pallets said to contain` },
          { value: 'driver-pieces', label: msg`By driver, pieces` },
        ]),
        row: 1,
      },
      fob: {
        label: msg`FOB`,
        input: choice<Typed['fob']>([
          { value: 'none', label: msg`Not stated` },
          { value: 'origin', label: msg`Origin` },
          { value: 'destination', label: msg`Destination` },
        ]),
        row: 1,
      },
      currency: {
        label: msg`Currency`,
        input: choice<Typed['currency']>([
          { value: 'USD', label: 'USD' },
          { value: 'CAD', label: 'CAD' },
          { value: 'MXN', label: 'MXN' },
        ]),
        row: 2,
      },
      declared: { label: msg`Declared value`, input: Amount, row: 2 },
      declaredPer: {
        label: msg`Per`,
        input: choice<Typed['declaredPer']>([
          { value: 'lb', label: msg`Pound` },
          { value: 'kg', label: msg`Kilogram` },
          { value: 'piece', label: msg`Piece` },
          { value: 'shipment', label: msg`Shipment` },
        ]),
        row: 2,
      },
      cod: { label: msg`COD amount`, input: Amount, row: 3 },
      codFee: {
        label: msg`COD fee`,
        input: choice<Typed['codFee']>([
          { value: 'C', label: msg`Collect` },
          { value: 'P', label: msg`Prepaid` },
        ]),
        row: 3,
      },
      codCheck: { label: msg`Customer check acceptable`, input: Toggle, row: 3 },
      codRemit: {
        label: msg`COD remit to`,
        input: Text,
        check: (to, all) => (all.cod && !to?.trim() ? msg`Say who gets the money.` : undefined),
      },
      noRecourse: {
        label: msg`Section 7: no delivery without payment`,
        input: Toggle,
        when: () => s.terms === 'C',
      },
      shipperRef: { label: msg`Shipper's reference (SID)`, input: Text, row: 4 },
      consigneeRef: { label: msg`Consignee's reference (CID)`, input: Text, row: 4 },
      location: { label: msg`Consignee's location number`, input: Text, row: 4 },
      appointment: { label: msg`Delivery appointment number`, hint: msg`The carrier is told.`, input: Text, row: 5 },
      underlying: { label: msg`Master bill of these bills`, hint: msg`Numbers of the bills of lading on the truck`, input: Several },
    },
    submit: msg`Save`,
    done: msg`Bill updated.`,
    of: () => numberOf({ ShipmentId: s.id }),
    subject: () => s.id,
    latest: () => latest({ ShipmentId: s.id }),
    toRequest: (k): ShipmentClausesReq => ({
      ShipmentId: s.id,
      Clauses: {
        ...(k.loadedBy ? { loadedBy: k.loadedBy } : {}),
        ...(k.countedBy ? { countedBy: k.countedBy } : {}),
        ...(k.fob && k.fob !== 'none' ? { fob: k.fob } : {}),
        ...(k.noRecourse && s.terms === 'C' ? { noRecourse: true } : {}),
        ...(k.declared || k.cod ? { currency: k.currency ?? 'USD' } : {}),
        ...(k.declared ? { declaredMinor: minor(k.declared), declaredPer: k.declaredPer ?? 'lb' } : {}),
        ...(k.cod ? { codMinor: minor(k.cod), codFee: k.codFee ?? 'C', codRemit: k.codRemit ?? '' } : {}),
        ...(k.cod && k.codCheck ? { codCheck: true } : {}),
        ...(k.shipperRef ? { shipperRef: k.shipperRef } : {}),
        ...(k.consigneeRef ? { consigneeRef: k.consigneeRef } : {}),
        ...(k.location ? { location: k.location } : {}),
        ...(k.appointment ? { appointment: k.appointment } : {}),
        ...(k.underlying?.length ? { underlying: k.underlying } : {}),
      },
    }),
  })
