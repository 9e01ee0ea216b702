import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/render'
import { WarehouseChoice } from './Sites'

const sites = [
  { id: 'ATL', name: 'Atlanta' },
  { id: 'DAL', name: 'Dallas' },
]
const offered = () => screen.queryAllByRole('option').map((o) => o.textContent)

test('all warehouses are a choice, unless the screen is about one', async () => {
  await show(<WarehouseChoice sites={sites} value="" onChoose={() => {}} />)
  expect(offered()).toEqual(['All warehouses', 'ATL · Atlanta', 'DAL · Dallas'])
  cleanup()
  await show(<WarehouseChoice one sites={sites} value="DAL" onChoose={() => {}} />)
  expect(offered()).toEqual(['ATL · Atlanta', 'DAL · Dallas'])
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('DAL')
  cleanup()
  await show(<WarehouseChoice one sites={sites.slice(1)} value="DAL" onChoose={() => {}} />)
  expect(offered()).toEqual([])
})
