import { expect, test } from 'vitest'
import { judgeLines, judgeParty, judgeStops } from './judge'
import { emptyParty, newLine } from './load'
import { partName } from './partNames'

const text = (w: unknown) =>
  typeof w === 'string'
    ? w
    : Object.entries((w as { values?: object }).values ?? {}).reduce(
        (said, [k, v]) => said.replace(`{${k}}`, String(v)),
        (w as { message: string }).message,
      ) // as the macro makes it
const named = (name: string, label: string, found: object) =>
  Object.keys(found).map((path) => partName('prepaid', name, label, path).map(text).join(', '))

test('whatever can be wrong below a field has a name of its own', () => {
  const hazmat = { un: 'x', properName: '', class: '', emergencyPhone: '' }
  expect(
    named(
      'Items',
      'Goods',
      judgeLines([newLine('prepaid'), { ...newLine('prepaid'), Description: 'Paint', Qty: 1, HazmatDetails: hazmat }], 'prepaid'),
    ),
  ).toEqual([
    'Line 1, Description',
    'Line 1, Weight',
    'Line 1, Pieces',
    'Line 2, Weight',
    'Line 2, UN number',
    'Line 2, Proper shipping name',
    'Line 2, Hazard class',
    'Line 2, Emergency phone',
  ])
  expect(named('Destination', 'To', judgeParty({ ...emptyParty, name: 'A', street: 'B', city: 'C' }, true))).toEqual([
    'To, State',
    'To, ZIP',
  ])
  expect(
    named(
      'ShipmentStops',
      'Stops',
      judgeStops([{ DropOffAddress: { ...emptyParty, name: 'A', street: 'B', state: 'TN', zip: '37203' }, Items: [3] }], 1),
    ),
  ).toEqual(['Stop 1, City', 'Stop 1, Lines left here'])
  expect(partName('prepaid', 'Items', 'Goods', '[2]').map(text)).toEqual(['Line 3'])
  expect(partName('prepaid', 'Customer', 'Customer', '').map(text)).toEqual(['Customer'])
})
