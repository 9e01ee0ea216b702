import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { Chart } from './Chart'
import './Drawing' // it is fetched when it is wanted; no test waits for that
import { ceiling, ends, every } from './scale'

const heads = { label: 'Day', value: 'Scans' }
const week = [
  { key: 'a', label: 'Mon', value: 50 },
  { key: 'b', label: 'Tue', value: 25, note: '25 of 50' },
  { key: 'c', label: 'Wed', value: undefined },
  { key: 'd', label: 'Thu', value: 0 },
]

test('the scale ends at a round number that holds every figure', () => {
  expect([0, 1, 4, 6, 11, 21, 42, 50, 51, 230, 420, 1001].map(ceiling)).toEqual([1, 1, 4, 10, 20, 25, 50, 50, 100, 250, 500, 2000])
  expect(ends(week)).toEqual({ high: week[0], low: week[3] })
  expect(ends([{ key: 'x', label: 'X', value: undefined }])).toBeUndefined()
  expect([every(14, 300), every(7, 1400)]).toEqual([5, 1])
})

test('columns are as high as what they stand for, and a gap has none', async () => {
  fakeRemote()
  await show(<Chart title="Scans by day" heads={heads} marks={week} />)
  const drawn = await screen.findByRole('img', { name: 'Scans by day' })
  const heights = [...drawn.querySelectorAll('[data-mark]')].map((g) => g.querySelectorAll('rect')[1]?.getAttribute('height'))
  expect(Number(heights[1])).toBeCloseTo(Number(heights[0]) / 2)
  expect(heights.slice(2)).toEqual([undefined, '0'])
})

test('it says what it shows, and has its figures as a table', async () => {
  fakeRemote()
  await show(<Chart title="Scans by day" heads={{ ...heads, note: 'Of' }} marks={week} />)
  expect(screen.getByText(/Highest 50 \(Mon\), lowest 0 \(Thu\)\./)).toBeTruthy()
  fireEvent.click(screen.getByText('Figures as a table'))
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((r) => r.textContent)
  expect(rows).toEqual(['DayScansOf', 'Mon50', 'Tue2525 of 50', 'WedNone', 'Thu0'])
})

test('nothing measured is said, not drawn', async () => {
  fakeRemote()
  await show(<Chart title="Scans by day" heads={heads} marks={[{ key: 'c', label: 'Wed', value: undefined }]} />)
  expect(screen.getByText(/No figures in this period\./)).toBeTruthy()
  expect(screen.queryByText('Figures as a table')).toBeNull()
})

test('marks open their list by hand, by arrow keys as one stop of the Tab key, and from the table', async () => {
  fakeRemote()
  const pick = vi.fn()
  const user = userEvent.setup()
  await show(<Chart title="By carrier" kind="bars" heads={heads} marks={week} pick={pick} picked="b" />)
  const marks = await waitFor(() => {
    const found = within(screen.getByRole('group', { name: 'By carrier' })).getAllByRole('button')
    expect(found).toHaveLength(4)
    return found
  })
  expect(marks.map((m) => m.getAttribute('aria-label'))).toEqual(['Mon: 50', 'Tue: 25 (25 of 50)', 'Wed: None', 'Thu: 0'])
  expect(marks.map((m) => m.getAttribute('tabindex'))).toEqual(['-1', '0', '-1', '-1'])
  marks[1]?.focus()
  await user.keyboard('{ArrowRight}{End}{ArrowRight}{Enter}{Home}')
  expect(document.activeElement).toBe(marks[0])
  fireEvent.click(marks[1] as Element)
  fireEvent.click(screen.getByText('Figures as a table'))
  fireEvent.click(screen.getByRole('button', { name: 'Mon' }))
  expect(pick.mock.calls).toEqual([['d'], ['b'], ['a']])
})
