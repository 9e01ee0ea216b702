import type { PackingBox, PackingPlan } from '@sync/gen/tables'
import { names, scanned } from './scanned'

type Content = PackingBox['contents'][number]
type LeftOver = PackingPlan['left'][number]

/** What a scan means at a box. Only what is in is sent; the rest is told and changes nothing. */
export type Verdict =
  | { kind: 'in'; content: Content; left: number }
  | { kind: 'full'; content: Content }
  | { kind: 'elsewhere'; content: Content; box: number }
  | { kind: 'closed' }
  | { kind: 'leftOver'; of: LeftOver }
  | { kind: 'unknown'; code: string }

export function decide(text: string, box: PackingBox, boxes: readonly PackingBox[], left: readonly LeftOver[] = []): Verdict {
  const bare = scanned(text)
  const content = box.contents.find((c) => names(c, bare))
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
  return { kind: 'in', content, left: content.count - content.scanned - 1 }
}
