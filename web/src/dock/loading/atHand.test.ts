import { describe, expect, it } from 'vitest'
import type { Load, Pallet } from '../load/load'
import { decide } from '../scan/decide'
import { aLoad, aPallet } from '../testing/rows'
import { atHand } from './atHand'

const here = aLoad()
const mine = aPallet()

describe('a label of the load on the screen', () => {
  const labels = {
    byNumber: async (code: string) => [mine].filter((p) => p.lpn === code || p.sscc === code),
    byPaper: async () => [],
    load: async () => here,
    loading: () => false,
  }

  it.each(['(00)106141411234567897', 'LPN-0000044471'])('%s is known at once, as it is by a look at the rows', async (text) => {
    const told = atHand(text, here, [aPallet({ id: 'P2', lpn: 'LPN-2', sscc: '' }), mine])
    expect(told).toMatchObject({ kind: 'load', pallet: { id: 'P1' } })
    expect(told).toEqual(await decide(text, 'S1', labels))
  })

  it.each([
    ['of no pallet here', 'LPN-0000059003', here, [mine]],
    ['that is empty', '', here, [aPallet({ sscc: '' })]],
    ['of two pallets', mine.lpn, here, [mine, aPallet({ id: 'P8' })]],
    ['on the trailer already', mine.lpn, here, [aPallet({ scannedAt: '2026-11-20T14:00:00Z', state: 'loaded' })]],
    ['of a void load', mine.lpn, aLoad({ state: 'void' }), [mine]],
    ['of a signed one', mine.lpn, aLoad({ state: 'signed' }), [mine]],
  ] as [string, string, Load, Pallet[]][])('%s is looked up', (_, text, load, pallets) => {
    expect(atHand(text, load, pallets)).toBeUndefined()
  })
})
