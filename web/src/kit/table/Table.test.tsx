import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/render'
import { Table } from './Table'

interface Door {
  name: string
  trucks: number
  closed?: string
}

const doors: Door[] = [
  { name: '3', trucks: 12 },
  { name: '7', trucks: 0, closed: 'Closed: the leveler is broken' },
]

const table = (withTrucks = true) => (
  <Table<Door>
    label="Doors"
    columns={[
      { head: 'Door', name: true, cell: (d) => d.name },
      withTrucks && { head: 'Trucks', number: true, cell: (d) => (d.trucks ? String(d.trucks) : '') },
    ]}
    rows={doors}
    keyOf={(d) => d.name}
    mark={(d) => (d.closed ? 'none' : undefined)}
    below={(d) => d.closed}
    sum={{ text: 'All doors', value: '12' }}
  />
)

test('each cell is found by its column and by the name of its row', async () => {
  await show(table())
  const section = screen.getByRole('region', { name: 'Doors' })
  expect(
    within(section)
      .getAllByRole('columnheader')
      .map((h) => h.textContent),
  ).toEqual(['Door', 'Trucks'])
  const three = within(section).getByRole('row', { name: /^3/ })
  expect(within(three).getByRole('rowheader').textContent).toBe('3')
  expect(within(three).getByRole('cell').textContent).toBe('12')
  expect(within(three).getByRole('cell').dataset.label).toBe('Trucks')
})

test('a cell without anything says so, so that a card leaves it out; a row that does not count is marked', async () => {
  await show(table())
  const seven = screen.getByRole('row', { name: /^7/ })
  expect(seven.dataset.mark).toBe('none')
  expect(within(seven).getByRole('cell').dataset.empty).toBe('true')
  expect(screen.getByRole('row', { name: /^3/ }).dataset.mark).toBeUndefined()
})

test('what is opened below a row, and the sum, are as wide as the columns that are shown', async () => {
  await show(table())
  expect(screen.getByRole<HTMLTableCellElement>('cell', { name: /leveler/ }).colSpan).toBe(2)
  const sum = screen.getByRole('row', { name: /All doors/ })
  expect(within(sum).getByRole<HTMLTableCellElement>('rowheader').colSpan).toBe(1)
  expect(within(sum).getByRole('cell').textContent).toBe('12')
})

test('a column that is left out has neither head nor cells', async () => {
  await show(table(false))
  expect(screen.queryByRole('columnheader', { name: 'Trucks' })).toBeNull()
  expect(screen.getByRole('row', { name: /^3/ }).childElementCount).toBe(1)
})
