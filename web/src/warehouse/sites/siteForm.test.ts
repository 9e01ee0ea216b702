import { expect, it } from 'vitest'
import { doorsOf, requestOf } from './siteForm'

it('takes a run of numbers for as many doors, and a name for one', () => {
  expect(doorsOf(['1-4', 'YARD', '3', ' ', '40 - 41'])).toEqual(['1', '2', '3', '4', 'YARD', '40', '41'])
  expect(doorsOf(['9-1', 'A-1', '1-900'])).toEqual(['9-1', 'A-1', '1-900'])
})

it('keeps what the form does not show', () => {
  const before = {
    id: 'ATL',
    name: 'Atlanta',
    zone: 'America/New_York',
    doors: ['1'],
    contact: '',
    phone: '',
    email: '',
    address: { name: 'Atlanta DC', street: '1 Peach St', street2: 'Gate B', city: 'Atlanta', state: 'GA', zip: '30301', country: 'US' },
    version: 1,
    scopes: ['org'],
  }
  expect(requestOf({ name: ' Atlanta South ', zone: 'America/New_York', doors: ['1-2'], street: '2 Peach St' }, before)).toMatchObject({
    id: 'ATL',
    name: 'Atlanta South',
    doors: ['1', '2'],
    address: { name: 'Atlanta DC', street: '2 Peach St', street2: 'Gate B' },
  })
})
