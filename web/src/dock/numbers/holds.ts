import type { FreightItem } from '@sync/gen/tables'
import type { Pallet } from '../load/load'

export interface Held {
  over: boolean
  itemCode: string
  contents: Pallet['contents']
}

/** Of which line of its load an added pallet is: the twin of holds in server/dock. Of a load whose lines are not here nothing is known. */
export function holds(
  lines: readonly FreightItem[],
  {
    Line,
    ItemCode = '',
    Description,
    Over = false,
  }: { Line?: number | null | undefined; ItemCode?: string; Description: string; Over?: boolean },
): Held {
  const own = { over: Over, itemCode: ItemCode, contents: [] }
  if (lines.length === 0 || Over) return own
  let at = Line ?? (ItemCode ? lines.findIndex((it) => it.code === ItemCode) : lines.findIndex((it) => it.description === Description))
  if (at < 0 && lines.length === 1 && !ItemCode) at = 0
  const it = lines[at]
  if (!it) return { ...own, over: true }
  const content = { line: at, pieces: 0, weight: { milli: 0, unit: it.weight.unit } }
  return { over: false, itemCode: it.code ?? '', contents: [it.order ? { ...content, order: it.order } : content] }
}
