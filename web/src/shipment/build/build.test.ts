import type { Order } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { apart } from './together'

const consignee = { name: 'Hoosier Glass', street: '30 N Ave', city: 'Indianapolis', state: 'IN', zip: '46226', country: 'US' }
const order = (number: string, other: Partial<Order> = {}) => ({ number, warehouse: 'ATL', terms: 'P', consignee, ...other }) as Order // what the rule reads

test('orders of one warehouse, consignee and terms go together, however the consignee was typed', () => {
  const typed = { ...consignee, name: ' hoosier  GLASS', street: '30 n ave' }
  expect(apart([order('A'), order('B', { consignee: typed })])).toBeUndefined()
  expect(apart([])).toBeUndefined()
})

test('what keeps orders apart is named with the two that differ', () => {
  expect(apart([order('A'), order('B'), order('C', { warehouse: 'RNO' })])).toEqual({
    code: 'orders-differ-warehouse',
    first: 'A',
    second: 'C',
  })
  expect(apart([order('A'), order('B', { terms: 'C' })])?.code).toBe('orders-differ-terms')
  expect(apart([order('A'), order('B', { consignee: { ...consignee, zip: '46227' } })])?.code).toBe('orders-differ-consignee')
  const [one, other] = [order('A', { terms: 'T', billTo: consignee }), order('B', { terms: 'T', billTo: { ...consignee, name: 'Acme' } })]
  expect(apart([one, other])?.code).toBe('orders-differ-bill-to')
  expect(apart([one, { ...one, number: 'B' }, { ...one, number: 'C' }])).toBeUndefined()
  expect(apart([one, order('B', { terms: 'T' })])?.code).toBe('orders-differ-bill-to')
  const cod = { currency: 'USD', codMinor: 50_000, codRemit: 'Acme' }
  expect(
    apart([order('A', { clauses: cod }), order('N', { clauses: {} }), order('B', { clauses: { ...cod, codRemit: 'Globex' } })]),
  ).toEqual({
    code: 'orders-differ-money',
    first: 'A',
    second: 'B',
  })
  expect(apart([order('A', { clauses: cod }), order('N', { clauses: {} }), order('B', { clauses: cod })])).toBeUndefined()
  expect(apart([order('A', { billTo: consignee }), order('B')])).toBeUndefined() // prepaid: nobody asks
})
