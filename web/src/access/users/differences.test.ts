import type { AccessDetails } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { differences, pagesBeyond } from './differences'

const user = (more: Partial<AccessDetails>) =>
  ({
    GroupName: 'Dock',
    UserType: '',
    pageList: '',
    AllWarehouses: false,
    Warehouses: ['ATL', 'DFW'],
    WarehouseID: 'ATL',
    Pages: [1, 2],
    ...more,
  }) as AccessDetails // what is compared

test('two users alike do not differ, in whatever order their warehouses stand', () => {
  expect(differences(user({}), user({ Warehouses: ['DFW', 'ATL'] }))).toEqual([])
})

test('what differs is named with both values', () => {
  const found = differences(user({ OwnClient: true }), user({ GroupName: 'Office', OwnClient: false, Warehouses: [] }))
  expect(found.map(({ key, one, other }) => [key, one, other])).toEqual([
    ['group', 'Dock', 'Office'],
    ['warehouses', 'ATL, DFW', ''],
    ['client', true, false],
  ])
})

test('pages are told apart by who may open them', () => {
  expect(pagesBeyond(user({ Pages: [1, 2, 7] }), user({ Pages: [2] }))).toEqual([1, 7])
})
