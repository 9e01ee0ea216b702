import { msg } from '@lingui/core/macro'
import type { AnalyticsAct } from '@sync/gen/api'
import type { Mark } from '@/kit/chart/scale'
import { searchOf, text, day as validDay } from '@/kit/page/search'
import { daysBetween } from '@/kit/report/days'
import type { Words } from '@/kit/words/words'

export const works: Record<AnalyticsAct['work'], Words> = {
  plan: msg`Planning and rating`,
  tender: msg`Tenders and quotes`,
  dock: msg`Dock and pallets`,
  sign: msg`Signatures`,
  status: msg`Pickup and delivery`,
  exception: msg`Exceptions and voids`,
  documents: msg`Document corrections`,
  claim: msg`Claims`,
  other: msg`Other`,
}

export const actGroups = { user: msg`By user`, work: msg`By kind of work`, day: msg`By day`, warehouse: msg`By warehouse` } as const
export type ActGroup = keyof typeof actGroups

export interface ActsSearch {
  from?: string
  to?: string
  warehouse?: string
  by?: string
  group?: string
}

export const actsSearch = searchOf<ActsSearch>({ from: validDay, to: validDay, warehouse: text, by: text, group: text })

/** The key of an entry's group; a dash where it has none, as what the program did by itself. */
export const keyOf = (a: AnalyticsAct, by: ActGroup) => a[by] || '-'

/** How many entries each group has: days in their order, also those on which nothing was done; others by their number. */
export function marksOf(rows: readonly AnalyticsAct[], by: ActGroup, from: string, to: string, label: (key: string) => string): Mark[] {
  const n = new Map<string, number>()
  for (const a of rows) n.set(keyOf(a, by), (n.get(keyOf(a, by)) ?? 0) + 1)
  if (by === 'day') return daysBetween(from, to).map((key) => ({ key, label: label(key), value: n.get(key) ?? 0 }))
  return [...n]
    .map(([key, value]) => ({ key, label: label(key), value }))
    .sort((a, b) => b.value - a.value || a.label.localeCompare(b.label))
}
