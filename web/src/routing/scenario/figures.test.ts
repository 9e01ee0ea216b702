import type { RoutingPlannedStop, RoutingPlannedTrip } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { backTo, beside, clockOn } from './figures'

const route = (RouteId: string, stops: number) =>
  ({ RouteId, Stops: Array.from({ length: stops }, () => ({}) as RoutingPlannedStop) }) as RoutingPlannedTrip // the only members that are read
const two = [route('R1', 3), route('R2', 1)]

test('a key moves a stop by one place, or to the route beside its own', () => {
  expect(beside(two, { RouteId: 'R1', Stop: 1 }, 'ArrowUp')).toEqual({ RouteId: 'R1', Stop: 0 })
  expect(beside(two, { RouteId: 'R1', Stop: 1 }, 'ArrowDown')).toEqual({ RouteId: 'R1', Stop: 3 })
  expect(beside(two, { RouteId: 'R1', Stop: 0 }, 'ArrowRight')).toEqual({ RouteId: 'R2', Stop: 1 })
  expect(beside(two, { RouteId: 'R2', Stop: 0 }, 'ArrowLeft')).toEqual({ RouteId: 'R1', Stop: 3 })
})

test('a key does nothing at the ends', () => {
  expect(beside(two, { RouteId: 'R1', Stop: 0 }, 'ArrowUp')).toBeUndefined()
  expect(beside(two, { RouteId: 'R1', Stop: 2 }, 'ArrowDown')).toBeUndefined()
  expect(beside(two, { RouteId: 'R1', Stop: 0 }, 'ArrowLeft')).toBeUndefined()
  expect(beside(two, { RouteId: 'R2', Stop: 0 }, 'ArrowRight')).toBeUndefined()
  expect(beside(two, { RouteId: 'R9', Stop: 0 }, 'ArrowUp')).toBeUndefined()
  expect(beside(two, { RouteId: 'R1', Stop: 1 }, 'Enter')).toBeUndefined()
})

test('a stop goes back to where it stood, from before and from behind it', () => {
  const named = { ...route('R1', 3), Stops: ['B', 'A', 'C'].map((id) => ({ OrderIds: [id] }) as RoutingPlannedStop) }
  expect(backTo([named], 'B', { RouteId: 'R1', Stop: 1 })).toEqual({ RouteId: 'R1', Stop: 2 }) // it was moved up
  expect(backTo([named], 'A', { RouteId: 'R1', Stop: 0 })).toEqual({ RouteId: 'R1', Stop: 0 }) // it was moved down
  expect(backTo([named], 'D', { RouteId: 'R1', Stop: 1 })).toEqual({ RouteId: 'R1', Stop: 1 }) // it was moved away
})

test('a time names the days after the first', () => {
  expect(clockOn('2027-03-02T08:54', '2027-03-01')).toEqual({ clock: '08:54', days: 1 })
  expect(clockOn('2027-03-01T06:00', '2027-03-01')).toEqual({ clock: '06:00', days: 0 })
})
