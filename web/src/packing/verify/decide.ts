import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { names, scanned } from './scanned'

type Content = PackingBox['contents'][number]
type LeftOver = PackingPlan['left'][number]

/**
 * Which content a bare code means for so many pieces: of two that share a code the first that takes them; the first at all where none does. The twin
 * of named in server/packing.
 */
export function contentOf(box: PackingBox, bare: string, count: number): Content | undefined {
  const called = box.contents.filter((c) => names(c, bare))
  return called.find((c) => c.scanned + count >= 0 && c.scanned + count <= c.count) ?? called[0]
}

/** What a scan means at a box. Only what is in is sent; the rest is told and changes nothing. */
export type Verdict =
  | { kind: 'in'; content: Content; left: number }
  | { kind: 'full'; content: Content }
  | { kind: 'tooMany'; content: Content; left: number }
  | { kind: 'elsewhere'; content: Content; box: number }
  | { kind: 'closed' }
  | { kind: 'leftOver'; of: LeftOver }
  | { kind: 'unknown'; code: string }

export function decide(text: string, box: PackingBox, boxes: readonly PackingBox[], left: readonly LeftOver[] = [], count = 1): Verdict {
  const bare = scanned(text)
  const content = contentOf(box, bare, count)
  if (!content) {
    // Rather a box that still waits for it than one that has it.
    const others = boxes.flatMap((b) => b.contents.filter((c) => names(c, bare)).map((c) => ({ b, c })))
    const other = others.find(({ b, c }) => b.state === 'open' && c.scanned < c.count) ?? others[0]
    if (other) return { kind: 'elsewhere', content: other.c, box: other.b.n }
    const of = left.find((l) => names({ ...l, barcodes: [] }, bare))
    return of ? { kind: 'leftOver', of } : { kind: 'unknown', code: bare || text }
  }
  if (box.state !== 'open') return { kind: 'closed' }
  if (content.scanned >= content.count) return { kind: 'full', content }
  const after = content.count - content.scanned - count
  return after < 0 ? { kind: 'tooMany', content, left: after + count } : { kind: 'in', content, left: after }
}
