import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { behind, drawn } from './iso'
import { layersOf, letter } from './layers'

const piece = (x: number, y: number, z: number, l: number, w: number, h: number, i = 0) => ({ i, x, y, z, l, w, h })

/** A grid whose cells are boxes of different sizes: nothing overlaps, as in any packing. */
const packing = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  )
  .chain(([ls, ws, hs]) => {
    const at = (list: number[], n: number) => list.slice(0, n).reduce((a, b) => a + b, 0)
    const all = ls.flatMap((l, a) => ws.flatMap((w, b) => hs.map((h, c) => piece(at(ls, a), at(ws, b), at(hs, c), l, w, h))))
    return fc.shuffledSubarray(all, { minLength: 1 })
  })

describe('the picture of a box', () => {
  it('draws whatever may be hidden before what hides it', () => {
    fc.assert(
      fc.property(packing, (pieces) => {
        const order = drawn(pieces)
        expect(order).toHaveLength(pieces.length)
        for (const [n, p] of order.entries())
          for (const q of order.slice(n + 1)) expect(behind(q, p) && !behind(p, q), 'drawn too late').toBe(false)
      }),
    )
  })

  it('goes from the bottom up, layer by layer', () => {
    const placed = [piece(0, 0, 0, 2, 2, 2), piece(2, 0, 0, 2, 2, 2), piece(0, 0, 2, 2, 2, 2, 1)]
    expect(layersOf({ placed }).map((l) => [l.z, l.counts])).toEqual([
      [0, [{ i: 0, n: 2 }]],
      [2, [{ i: 1, n: 1 }]],
    ])
  })

  it('has a letter for every content', () => {
    expect([0, 25, 26, 27, 52].map(letter)).toEqual(['A', 'Z', 'AA', 'AB', 'BA'])
  })
})
