import { expect, test } from 'vitest'
import { day, flag, oneOf, searchOf, text, whole } from './search'

interface Search {
  lpn?: string
  on?: string
  state?: 'signed' | 'left'
  page?: number
  late?: boolean
}

const read = searchOf<Search>({ lpn: text, on: day, state: oneOf(['signed', 'left']), page: whole(2, 99), late: flag })

test('what the screen knows is read, digits as the text that they were', () => {
  expect(read({ lpn: 106141, on: '2026-11-25', state: 'left', page: '7', late: true })).toEqual({
    lpn: '106141',
    on: '2026-11-25',
    state: 'left',
    page: 7,
    late: true,
  })
})

test('anything else is not there', () => {
  expect(read({ lpn: '', on: '25/11/2026', state: 'gone', page: 1, late: 'yes', other: 'x' })).toEqual({})
  expect(read({ lpn: ['1'], on: null, state: {}, page: 99.5 })).toEqual({})
  expect(read({ page: 100 })).toEqual({})
})
