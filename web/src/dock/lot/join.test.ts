import { describe, expect, it } from 'vitest'
import { aPallet } from '../testing/rows'
import { missingOf } from './facts'
import { fateOf, lastScanned, ofItem } from './join'

const bare = aPallet()
const full = aPallet({ lot: 'A', expiresOn: '2027-12-31' })

describe('a lot scanned by itself', () => {
  it('joins the pallet before it, which has none', () => {
    expect(fateOf({ lot: 'A' }, bare, false)).toBe('join')
    expect(fateOf({ expiresOn: '2027-12-31' }, aPallet({ lot: 'A' }), false)).toBe('join')
    expect(fateOf({ lot: 'A', expiresOn: '2027-12-31' }, aPallet({ lot: 'A' }), false)).toBe('join')
  })

  it('said again is harmless', () => expect(fateOf({ lot: 'A' }, full, false)).toBe('same'))

  it('waits where no pallet was scanned, or that one has another', () => {
    expect(fateOf({ lot: 'A' }, undefined, false)).toBe('wait')
    expect(fateOf({ lot: 'B' }, full, false)).toBe('wait')
  })

  it('begins the next pallet for who begins with lots, even where it is the same lot', () => {
    expect(fateOf({ lot: 'A' }, full, true)).toBe('wait')
    expect(fateOf({ bestBefore: '2027-11-30' }, full, true)).toBe('join') // the third label of the same pallet
  })

  it('of another item waits for a pallet of it', () => {
    expect(fateOf({ lot: 'A', item: 'WID-12' }, aPallet({ itemCode: 'WID-48' }), false)).toBe('wait')
    expect(fateOf({ lot: 'A', gtin: '06141411234562' }, aPallet({ itemCode: 'WID-48' }), false)).toBe('join')
  })
})

it('the pallet in hand is the last that this tablet scanned', () => {
  const one = aPallet({ id: 'P1', scannedAt: '2026-11-20T14:00:00Z', device: 'D1' })
  const two = aPallet({ id: 'P2', scannedAt: '2026-11-20T14:01:00Z', device: 'D1' })
  const others = aPallet({ id: 'P3', scannedAt: '2026-11-20T14:02:00Z', device: 'D2' })
  expect(lastScanned([one, two, others, bare], 'D1')?.id).toBe('P2')
  expect(lastScanned([others, bare], 'D1')).toBeUndefined()
})

it('a label of an item alone means the pallets of it', () => {
  const a = aPallet({ id: 'P1', itemCode: 'WID-48' })
  const b = aPallet({ id: 'P2', itemCode: '614141123456' })
  expect(ofItem({ item: 'WID-48' }, [a, b])).toEqual([a])
  expect(ofItem({ gtin: '00614141123456' }, [a, b])).toEqual([b])
  expect(ofItem({ item: 'NIX' }, [a, b])).toEqual([])
})

it('what is known of other pallets of the same goods is still to be told of this one', () => {
  const told = aPallet({ id: 'P1', lot: 'A', itemCode: 'WID-48' })
  const same = aPallet({ id: 'P2', itemCode: 'WID-48' })
  const others = aPallet({ id: 'P3', itemCode: 'BRUSH' })
  const missing = missingOf([told, same, others])
  expect([told, same, others].map(missing)).toEqual([[], ['lot'], []])
})
