import type { PackingBox, PackingPiece } from '@sync/gen/tables'

/** What stands on one height of a box: the pieces, and how many of each content they are. */
export interface Layer {
  z: number
  pieces: PackingPiece[]
  counts: { i: number; n: number }[]
}

/** The layers of a box from the bottom up, as they are packed. */
export function layersOf({ placed }: Pick<PackingBox, 'placed'>): Layer[] {
  const byHeight = grouped(placed, (p) => p.z)
  return [...byHeight.keys()]
    .sort((a, b) => a - b)
    .map((z) => {
      const pieces = byHeight.get(z) ?? []
      const counts = [...grouped(pieces, (p) => p.i)].map(([i, list]) => ({ i, n: list.length }))
      return { z, pieces, counts: counts.sort((a, b) => a.i - b.i) }
    })
}

function grouped(pieces: readonly PackingPiece[], by: (p: PackingPiece) => number) {
  const out = new Map<number, PackingPiece[]>()
  for (const p of pieces) {
    const list = out.get(by(p))
    if (list) list.push(p)
    else out.set(by(p), [p])
  }
  return out
}

/** The letter that stands for a content in the picture: A to Z, then AA. */
export const letter = (i: number): string => (i < 26 ? '' : letter(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))

/** Where a piece stands, in words' terms: from the left and from the back, in thirds of the box. */
export const third = (at: number, size: number, room: number) => Math.min(2, Math.floor(((at + size / 2) / room) * 3)) as 0 | 1 | 2
