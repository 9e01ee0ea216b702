import type { WarehouseBlock, WarehouseBooked, WarehouseHeldDoor, WarehouseSlotTime } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { expect, test } from 'vitest'
import { asksForDay } from './appointmentForm'
import { hoursOf, kept, placed, timesOf, within } from './day'

const on = '2026-12-08'
const booked = (number: string, start: string, minutes: number, day = on) =>
  ({ AppointmentNumber: number, SlotDate: day, StartTime: start, Minutes: minutes }) as WarehouseBooked // all that is read of it
const slot = (start: string, minutes: number) => ({ DisplayTimeValue: start, SlotMinutes: minutes }) as WarehouseSlotTime

test('appointments that overlap stand side by side, and those that only touch do not', () => {
  const lanes = placed(on, [
    booked('C', '09:30', 60),
    booked('A', '08:00', 60),
    booked('B', '08:30', 60),
    booked('D', '10:30', 30),
    booked('E', '08:00', 30),
  ]).map((p) => `${p.booked.AppointmentNumber} ${p.lane}/${p.lanes}`)
  expect(lanes).toEqual(['A 0/2', 'E 1/2', 'B 1/2', 'C 0/1', 'D 0/1'])
})

test('one that began on the day before stands from midnight on, and one that goes on ends with the day', () => {
  const late = booked('A', '22:00', 240, '2026-12-07')
  const next = booked('B', '01:00', 60)
  expect(placed(on, [next, late]).map((p) => [p.booked.AppointmentNumber, p.start, p.end, p.lane])).toEqual([
    ['A', 0, 120, 0],
    ['B', 60, 120, 1],
  ])
  expect(hoursOf(on, [], [late])).toEqual({ from: 0, to: 120 })
  expect(placed('2026-12-07', [late]).map((p) => [p.start, p.end])).toEqual([[1320, 1440]])
})

test('the day is drawn from the hour of the first slot to that of the last appointment, and never beyond midnight', () => {
  expect(hoursOf(on, [slot('06:30', 60)], [booked('A', '14:00', 45)])).toEqual({ from: 360, to: 900 })
  expect(hoursOf(on, [slot('22:00', 240)], [])).toEqual({ from: 1320, to: 1440 })
  expect(hoursOf(on, [], [])).toEqual({ from: 480, to: 1020 })
})

test('a day that may be meant is asked about, one that is over or full is refused', () => {
  const refused = (code: string) => new CallError(422, 'invalid-fields', {}, [{ field: 'SlotDate', code, message: '' }])
  for (const code of ['pickup-on-holiday', 'pickup-on-weekend', 'pickup-on-carrier-holiday', 'pickup-outside-hours'])
    expect(asksForDay(refused(code))).toBe(true)
  for (const code of ['pickup-in-past', 'pickup-window-over', 'appointment-slot-full']) expect(asksForDay(refused(code))).toBe(false)
  expect(asksForDay(new Error('pickup-on-holiday'))).toBe(false)
})

test('a block takes the part of a day that it reaches into', () => {
  const b = { FromDate: '2026-03-02', FromTime: '20:00', UntilDate: '2026-03-04', UntilTime: '09:00' }
  expect(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((day) => within(day, b))).toEqual([
    { start: 0, end: 0 },
    { start: 20 * 60, end: 24 * 60 },
    { start: 0, end: 24 * 60 },
    { start: 0, end: 9 * 60 },
    { start: 0, end: 0 },
  ])
})

test('a door is kept where it is blocked or a gate holds it, and for no longer', () => {
  const block = { Doors: ['2'], FromDate: on, FromTime: '14:00', UntilDate: on, UntilTime: '16:00' } as unknown as WarehouseBlock // all that is read of it
  const held: WarehouseHeldDoor = { LeaseId: 'L', Door: '1', SlotDate: on, StartTime: '09:10', Minutes: 185 }
  const keeps = { blocks: [block], held: [held] }
  const at = (door: string, clock: string, minutes: number) =>
    kept(on, door, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), minutes, keeps)
  expect([at('1', '08:00', 60), at('1', '08:30', 60), at('1', '12:00', 60), at('1', '12:15', 60), at('2', '09:30', 60)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect([at('2', '13:00', 60), at('2', '13:00', 90), at('2', '16:00', 60)]).toEqual([false, true, false])
  expect(kept(on, '7', 600, 60, { blocks: [{ ...block, Doors: [] }], held: [] })).toBe(false)
  expect(kept(on, '7', 14 * 60, 60, { blocks: [{ ...block, Doors: [] }], held: [] })).toBe(true)
  expect(kept('2026-12-09', '1', 0, 60, { blocks: [], held: [{ ...held, StartTime: '22:00' }] })).toBe(true)
})

test('times that are over are not offered', () => {
  const at = (start: string, Direction: string, Closed = '') => ({ DisplayTimeValue: start, Direction, Closed }) as WarehouseSlotTime // all that is read of it
  const lines = timesOf([
    at('09:00', 'inbound', 'past'),
    at('10:00', 'outbound'),
    at('10:00', 'inbound', 'block'),
    at('08:00', 'outbound', 'past'),
  ])
  expect(lines.map(({ start, of }) => `${start} ${of.map((s) => s.Direction)}`)).toEqual(['10:00 outbound,inbound'])
})
