import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { Columns, ceiling } from './Columns'

test('the scale ends at a round number that holds every bar', () => {
  expect([0, 1, 4, 6, 11, 42, 50, 51, 420, 1001].map(ceiling)).toEqual([1, 1, 4, 10, 20, 50, 50, 100, 500, 2000])
})

test('bars are as high as what they stand for', async () => {
  fakeRemote()
  await show(
    <Columns
      label="Scans a day"
      bars={[
        { key: 'a', label: 'Mon', value: 50 },
        { key: 'b', label: 'Tue', value: 25 },
        { key: 'c', label: 'Wed', value: 0 },
      ]}
    />,
  )
  const heights = [...screen.getByRole('img', { name: 'Scans a day' }).querySelectorAll('rect')]
    .filter((_, n) => n % 2 === 1)
    .map((r) => Number(r.getAttribute('height')))
  expect(heights[1]).toBeCloseTo((heights[0] ?? 0) / 2)
  expect(heights[2]).toBe(0)
})
