import type { FreightItem } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import { standing } from './stow'

const line = (code: string, pieces: number): FreightItem => ({
  code,
  description: code,
  pieces,
  packageType: 'CTN',
  pallets: 1,
  weight: { milli: pieces * 1000, unit: 'lb' },
})

it('lists no line whose last pallet was deleted, and keeps one that never had pieces', () => {
  const planned = [line('A', 10), line('B', 4), line('note', 0)]
  const now = [line('A', 10), line('B', 0), line('note', 0)]
  expect(standing(now, planned).map((it) => it.code)).toEqual(['A', 'note'])
  expect(standing(now, null).map((it) => it.code)).toEqual(['A', 'B', 'note'])
})

it('lists a line without pieces that went as it was planned, also behind one that stayed', () => {
  const planned = [line('A', 10), line('note', 0), line('B', 4)]
  expect(standing([line('note', 0), line('B', 4)], planned).map((it) => it.code)).toEqual(['note', 'B'])
})
