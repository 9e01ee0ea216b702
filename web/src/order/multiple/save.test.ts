import type { Order } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import type { Line } from './lines'
import { itemFrom } from './save'

const item = (more: Partial<Order['items'][number]> = {}): Order['items'][number] => ({
  description: 'Foam',
  pieces: 10,
  packageType: 'CTN',
  pallets: 1,
  weight: { milli: 300_000, unit: 'lb' },
  class: '175',
  CBM: { milli: 2001, unit: 'm3' },
  linearFeet: { milli: 5000, unit: 'ft' },
  ...more,
})
/** The line as the grid saves it, with so many pieces. */
const saved = (was: Order['items'][number], pieces: string) => {
  const line = { id: 'o:0', n: 0, item: was, order: { customer: '' } } as Line // no more of an order is looked at
  const of: Record<string, string> = {
    description: 'Foam',
    pieces,
    packageType: 'CTN',
    pallets: '1',
    weight: '300',
    weightUnit: 'lb',
    class: '175',
  }
  return itemFrom(line, (key) => of[key] ?? '', [])
}

it('shares the room that somebody stated by the pieces, as the server does', () => {
  expect(saved(item(), '5')).toMatchObject({ CBM: { milli: 1000, unit: 'm3' }, linearFeet: { milli: 2500, unit: 'ft' } })
  expect(saved(item(), '20')).toMatchObject({ CBM: { milli: 4002, unit: 'm3' }, linearFeet: { milli: 10_000, unit: 'ft' } })
})

it('leaves the room as it was stated where the pieces stay', () => {
  expect(saved(item(), '10')).toMatchObject({ CBM: { milli: 2001, unit: 'm3' }, linearFeet: { milli: 5000, unit: 'ft' } })
  expect(saved(item({ pieces: 0 }), '3')).toMatchObject({ CBM: { milli: 2001, unit: 'm3' } }) // nobody said for how many
})
