import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { clausesForm, clausesOf } from './clausesForm'

const load = (terms: string) => ({ id: 'S1', terms }) as Shipment // of the rest nothing is read

const all = {
  loadedBy: 'driver',
  countedBy: 'shipper',
  fob: 'destination',
  noRecourse: true,
  currency: 'CAD',
  declaredMinor: 1_250,
  declaredPer: 'kg',
  codMinor: 123_456,
  codFee: 'P',
  codCheck: true,
  codRemit: 'PO Box 1, Atlanta',
  shipperRef: 'SH-1',
  consigneeRef: 'C-2',
  location: '0417',
  appointment: 'AP-77120',
  underlying: ['B-1', 'B-2'],
}

test('each field that the bill has beside its goods is filled in, and what it says already comes back as it is', () => {
  const collect = clausesForm(load('C'))
  expect(collect.toRequest?.(clausesOf(all))).toEqual({ ShipmentId: 'S1', Clauses: all })
  expect(collect.toRequest?.(clausesOf({}))).toEqual({ ShipmentId: 'S1', Clauses: { loadedBy: 'shipper' } })
})

test('section 7 has a meaning only where the consignee pays, and a COD amount needs somebody to get it', () => {
  const { noRecourse: _, ...without } = all
  const prepaid = clausesForm(load('P'))
  expect(prepaid.toRequest?.(clausesOf(all))).toEqual({ ShipmentId: 'S1', Clauses: without })
  const { codRemit } = prepaid.fields
  expect([codRemit?.check?.(' ', { cod: 5 }), codRemit?.check?.('', {}), codRemit?.check?.('PO Box 1', { cod: 5 })].map(Boolean)).toEqual([
    true,
    false,
    false,
  ])
})
