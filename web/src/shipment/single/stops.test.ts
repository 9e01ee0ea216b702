import { expect, test } from 'vitest'
import { emptyParty, newLine } from './load'
import { restopped } from './stops'

const at = (...Items: number[]) => ({ DropOffAddress: emptyParty, Items })
const [a, b, c] = [newLine('prepaid'), newLine('prepaid'), newLine('prepaid')]

test('a line that is taken out leaves the others at their stops', () => {
  const stops = [at(1, 3), at(2), { DropOffAddress: emptyParty }]
  expect(restopped(stops, [a, b, c], [a, c])).toEqual([at(1, 2), at(), { DropOffAddress: emptyParty }])
  expect(restopped([at(1), at(3)], [a, b, c], [a, b])).toEqual([at(1), at()])
  expect(restopped([at(1), at(2)], [a, b], [b])).toEqual([at(), at(1)])
})

test('a line that is put in between, as one of somebody else, leaves the others at their stops', () => {
  expect(restopped([at(1), at(2)], [a, b], [a, c, b])).toEqual([at(1), at(3)])
  expect(restopped([at(1, 2)], [a, b], [c, a, b])).toEqual([at(2, 3)])
})

test('what is typed, added or begun anew moves nothing', () => {
  const stops = [at(1), at(2)]
  expect(restopped(stops, [a, b], [a, { ...b, Qty: 4 }])).toBe(stops)
  expect(restopped(stops, [a, b], [a, b, c])).toBe(stops)
  expect(restopped(stops, [a, b], [newLine('prepaid')])).toBe(stops)
  expect(restopped(stops, [a, b], [a, b])).toBe(stops)
})
