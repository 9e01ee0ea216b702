import type { PackingPiece } from '@sync/gen/tables'

export interface Point {
  x: number
  y: number
}

/** Where a point of the box falls on paper, seen from above its front right corner: length runs down to the right, width down to the left, height up. */
export const onPaper = (x: number, y: number, z: number): Point => ({
  x: (x - y) * Math.cos(Math.PI / 6),
  y: (x + y) * 0.5 - z,
})

type Solid = Pick<PackingPiece, 'x' | 'y' | 'z' | 'l' | 'w' | 'h'>

/** Whether a stands behind b or below it, so that b may hide it and must be drawn later. */
export const behind = (a: Solid, b: Solid) => a.x + a.l <= b.x || a.y + a.w <= b.y || a.z + a.h <= b.z

/** Pieces in the order of drawing: whatever another may hide comes before it. Of two that cannot hide each other the order does not matter. */
export function drawn<T extends Solid>(pieces: readonly T[]): T[] {
  const out: T[] = []
  const state = new Map<T, 'open' | 'done'>()
  const visit = (p: T) => {
    if (state.has(p)) return
    state.set(p, 'open')
    for (const q of pieces) if (q !== p && behind(q, p) && !behind(p, q)) visit(q)
    state.set(p, 'done')
    out.push(p)
  }
  for (const p of [...pieces].sort((a, b) => a.z - b.z || a.x + a.y - (b.x + b.y))) visit(p)
  return out
}

/** The three faces of a piece that can be seen, as SVG points. */
export function faces({ x, y, z, l, w, h }: Solid): { top: string; left: string; right: string; middle: Point } {
  const p = (dx: number, dy: number, dz: number) => onPaper(x + dx * l, y + dy * w, z + dz * h)
  const line = (...points: Point[]) => points.map((q) => `${Math.round(q.x)},${Math.round(q.y)}`).join(' ')
  return {
    top: line(p(0, 0, 1), p(1, 0, 1), p(1, 1, 1), p(0, 1, 1)),
    left: line(p(0, 1, 1), p(1, 1, 1), p(1, 1, 0), p(0, 1, 0)),
    right: line(p(1, 0, 1), p(1, 1, 1), p(1, 1, 0), p(1, 0, 0)),
    middle: p(0.5, 0.5, 1),
  }
}
