import type { MessageDescriptor } from '@lingui/core'
import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { standOf } from './stand'
import type { Event, Workspace } from './useShipment'

const shipment = (other: Partial<Shipment>) =>
  ({
    id: 'S1',
    status: 'T',
    back: '',
    onDock: false,
    signedAt: null,
    createdAt: '2026-11-20T10:00:00Z',
    changedAt: '2026-11-20T12:00:00Z',
    ...other,
  }) as Shipment // what the line reads
let n = 0
const event = (kind: string, data: object = {}) =>
  ({ id: String(++n), n, kind, data, userName: 'Ada', at: '2026-11-20T11:00:00Z' }) as Event // as above
const load = (state: string) => ({ state }) as Workspace['load'] // as above
const line = (...args: Parameters<typeof standOf>) =>
  standOf(...args).map((s) => `${(s.label as MessageDescriptor).message}${s.at ? ' ✓' : ''}${s.now ? ' ←' : ''}`)

test('a shipment that was built with a carrier is scheduled, and the rest is to come', () => {
  expect(line(shipment({}), [event('built', { status: 'T' })], undefined)).toEqual([
    'Built ✓',
    'Scheduled ✓ ←',
    'On the dock',
    'Loaded',
    'Signed',
    'In transit',
    'Delivered',
  ])
})

test('the dock moves the line on before the status does', () => {
  const events = [event('built', { status: 'T' }), event('docked'), event('loading-finished')]
  expect(line(shipment({ onDock: true }), events, load('loaded'))).toContain('Loaded ✓ ←')
})

test('what nobody did on our dock is left out of the line of a shipment that was moved by hand', () => {
  expect(line(shipment({ status: 'A' }), [event('built', { status: 'T' }), event('in-transit')], undefined)).toEqual([
    'Built ✓',
    'Scheduled ✓',
    'In transit ✓ ←',
    'Delivered',
  ])
})

test('an exception stands behind the state that it came from; an end behind what was reached', () => {
  expect(line(shipment({ status: 'X', back: 'T' }), [event('built', { status: 'T' }), event('except')], undefined).slice(0, 3)).toEqual([
    'Built ✓',
    'Scheduled ✓',
    'Exception ✓ ←',
  ])
  expect(line(shipment({ status: 'V' }), [event('built'), event('tender'), event('void')], undefined)).toEqual([
    'Built ✓',
    'Scheduled ✓',
    'Ended ✓ ←',
  ])
})
