import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { hasAll, shipmentHit, wordsOf } from './match'

test('every word counts by its beginning, without case and accents', () => {
  const texts = ['Aldermoor Café', 'São Paulo', 'SQ-1001']
  for (const found of ['cafe', 'ALDER caf', 'sao p', 'sq 1001', '1001 aldermoor']) expect(hasAll(texts, wordsOf(found)), found).toBe(true)
  for (const missed of ['moor', 'alder tea', '001', 'paulo x']) expect(hasAll(texts, wordsOf(missed)), missed).toBe(false)
})

test('a shipment is known by whom it goes to, also on its stops, and by its references', () => {
  const party = (name: string, city: string) => ({ name, city, state: 'OR', street: '', zip: '', country: 'US' })
  const s = {
    id: '1',
    number: 'L900001',
    bol: '',
    pro: '',
    customer: 'Northgate',
    carrier: 'SAIA',
    carrierName: 'Saia LTL Freight',
    destination: party('Harbor Supply', 'Portland'),
    stops: [{ id: 's', label: '', to: party('Pine Hardware', 'Salem'), refs: [], items: [] }],
    refs: ['PO-77'],
    orders: ['ORD-5'],
    status: 'O',
    shipOn: '2026-11-20',
  } as unknown as Shipment // what the search reads of it
  expect(shipmentHit(s, wordsOf('salem pine'))).toMatchObject({ id: '1', who: 'Harbor Supply', city: 'Portland' })
  expect(shipmentHit(s, wordsOf('saia po 77'))).toBeDefined()
  expect(shipmentHit(s, wordsOf('seattle'))).toBeUndefined()
})
