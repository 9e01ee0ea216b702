import type { WarehouseBooked, WarehouseSlotTime } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { hoursOf, placed } from './day'

const booked = (number: string, start: string, minutes: number) =>
  ({ AppointmentNumber: number, StartTime: start, Minutes: minutes }) as WarehouseBooked // all that is read of it
const slot = (start: string, minutes: number) => ({ DisplayTimeValue: start, SlotMinutes: minutes }) as WarehouseSlotTime

test('appointments that overlap stand side by side, and those that only touch do not', () => {
  const lanes = placed([
    booked('C', '09:30', 60),
    booked('A', '08:00', 60),
    booked('B', '08:30', 60),
    booked('D', '10:30', 30),
    booked('E', '08:00', 30),
  ]).map((p) => `${p.booked.AppointmentNumber} ${p.lane}/${p.lanes}`)
  expect(lanes).toEqual(['A 0/2', 'E 1/2', 'B 1/2', 'C 0/1', 'D 0/1'])
})

test('the day is drawn from the hour of the first slot to that of the last appointment, and never beyond midnight', () => {
  expect(hoursOf([slot('06:30', 60)], [booked('A', '14:00', 45)])).toEqual({ from: 360, to: 900 })
  expect(hoursOf([slot('22:00', 240)], [])).toEqual({ from: 1320, to: 1440 })
  expect(hoursOf([], [])).toEqual({ from: 480, to: 1020 })
})
