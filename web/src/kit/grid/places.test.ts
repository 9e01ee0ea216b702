import { expect, it } from 'vitest'
import type { GridColumn } from './column'
import { placesOf } from './places'

const column = (key: string, width?: number, frozen = false): GridColumn<never> => ({
  key,
  label: { id: key },
  text: () => '',
  frozen,
  ...(width ? { width } : {}),
})
const head = () => 0
const four = [column('a', 190, true), column('b', 100, true), column('c'), column('d', 60)]

it('stands each column behind the ticks and those before it', () => {
  expect(placesOf(four, { dock: false, narrow: false, head })).toEqual({
    tick: 34,
    left: [34, 224, 324, 434],
    width: [190, 100, 110, 60],
    frozen: 2,
    edge: 324,
    wide: 494,
  })
})

it('freezes only the first column where there is little room, and widens all of them for gloves', () => {
  expect(placesOf(four, { dock: false, narrow: true, head })).toMatchObject({ frozen: 1, edge: 224 })
  expect(placesOf(four, { dock: true, narrow: false, head })).toMatchObject({ tick: 56, width: [244, 129, 141, 77], wide: 647 })
})

it('takes a sheet of frozen columns alone, and none', () => {
  expect(placesOf(four.slice(0, 2), { dock: false, narrow: false, head })).toMatchObject({ frozen: 2, edge: 324, wide: 324 })
  expect(placesOf([], { dock: false, narrow: false, head })).toMatchObject({ frozen: 0, edge: 34, wide: 34 })
})

it('reads every head whole, in any language', () => {
  const french = (c: GridColumn<never>) => (c.key === 'd' ? 140 : 0)
  const wide = (of: GridColumn<never>) => placesOf([of], { dock: false, narrow: false, head: french }).width[0] ?? 0
  expect(wide(column('d', 60))).toBeGreaterThan(150)
  expect(wide({ ...column('d', 60), required: true })).toBeGreaterThan(wide(column('d', 60)))
  expect(wide(column('d', 300))).toBe(300)
})
