import { expect, test } from 'vitest'
import type { Order } from '../guest/ship'
import { requestOf, termsFor, wrongs } from './book'
import { anew, type Draft, nothingTyped } from './draft'

const order = (terms: 'P' | 'C'): Order => ({
  id: 'O1',
  number: 'PO-1',
  warehouse: 'ATL',
  shipOn: '',
  dueOn: '',
  terms,
  lines: [
    {
      line: '10',
      left: 25,
      parts: [],
      item: {
        description: 'Hex bolts',
        code: 'HX-1',
        pieces: 40,
        packageType: 'CTN',
        pallets: 0,
        weight: { milli: 400_000, unit: 'lb' },
      },
    },
  ],
})
const draft: Draft = {
  ...nothingTyped,
  id: 'B1',
  orders: ['O1'],
  lines: { 'O1/10': { pieces: '15', pallets: '2', weight: '', hts: '7318.15.2010' } },
  incoterm: 'FOB',
  place: 'Shanghai',
  origin: 'CNSHA',
  port: 'USSAV',
  shipOn: '2026-12-10',
  departsOn: '2026-12-14',
  cargo: '2026-12-12T16:00',
  name: 'Wei',
}
const of = (over: Partial<Draft>, terms: 'P' | 'C' = 'C') =>
  [...wrongs({ ...draft, ...over }, [order(terms)])].map(([k, v]) => `${k} ${v}`).join('; ')
const box = (number: string) => ({ size: '40HC' as const, number, seal: '' })

test('what the server would refuse is said while it is typed', () => {
  expect(of({})).toBe('')
  expect(of({ lines: {} })).toBe('Lines nothing')
  expect(of({ lines: { 'O1/10': { pieces: '26', pallets: '', weight: '', hts: '77' } } })).toBe('O1/10 more-than-left; O1/10/hts no-hts')
  expect(of({ incoterm: 'DDP' })).toBe('Incoterm missing')
  expect(of({ incoterm: 'DDP' }, 'P')).toBe('')
  expect(of({ containers: [] })).toBe('Containers missing')
  expect(of({ containers: [box('CSQU3054383'), box('csqu 305438-3')] })).toBe('Containers[1].ContainerNumber twice')
  expect(of({ containers: [box('CSQU3054384'), box('truck')] })).toBe(
    'Containers[0].ContainerNumber check-digit; Containers[1].ContainerNumber no-container',
  )
  expect(of({ shipOn: '2026-12-13' })).toBe('ShipOn ready-late')
  expect(of({ docs: '2026-12-15T08:00', arrivesOn: '2026-12-13' })).toBe('DocumentCutOff after-departure; ETA arrives-first')
  expect(of({ mode: 'LCL' })).toBe('VolumeMilli missing')
  expect(of({ mode: 'INTLAIR', volume: '2,5', bill: '020-12345676' })).toBe('Incoterm missing; MasterBill no-waybill')
})

test('terms follow whoever pays, and a request says nothing that its mode has no place for', () => {
  expect(termsFor([order('C')], 'INTLAIR')).toEqual(['EXW', 'FCA'])
  expect(termsFor([order('P')], 'FCL')).toEqual(['DAP', 'DDP'])
  const held = { AccessID: 'a', clientId: '1' }
  expect(requestOf({ ...draft, vgm: '2026-12-12T10:00' }, [order('C')], held)).toMatchObject({
    Lines: [{ PurchaseId: 'O1', Line: '10', Qty: 15, Pallets: 2, HTS: '7318152010' }],
    Containers: [{ Size: '40HC' }],
    VGMCutOff: '2026-12-12T10:00',
  })
  expect(requestOf({ ...draft, mode: 'LCL', volume: '2,5', vgm: '2026-12-12T10:00' }, [order('C')], held)).toMatchObject({
    Containers: [],
    VGMCutOff: '',
    VolumeMilli: 2500,
  })
})

test('what was typed while a booking went out takes none of its containers along', () => {
  const sent = { ...draft, containers: [box('CSQU3054383')] }
  const next = anew({ ...sent, containers: [...sent.containers, box('')], note: 'more' }, sent)
  expect(next).toMatchObject({ lines: {}, containers: [box('')], note: 'more' })
  expect(next.id).not.toBe('B1')
})
