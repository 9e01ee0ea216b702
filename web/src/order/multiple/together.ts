import type { Order } from '@sync/gen/tables'

type Grouped = Pick<Order, 'id' | 'together'>

/** The orders that were chosen, and those that go together with one of them. */
export function withFellows<T extends Grouped>(all: readonly T[], chosen: readonly T[]): T[] {
  const ids = new Set(chosen.map((o) => o.id))
  const groups = new Set(chosen.map((o) => o.together).filter(Boolean))
  return all.filter((o) => ids.has(o.id) || groups.has(o.together))
}

/** Those that go together, group by group; who goes alone is in none. */
export function groupsOf<T extends Grouped>(orders: readonly T[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const o of orders) if (o.together) groups.set(o.together, [...(groups.get(o.together) ?? []), o])
  return [...groups.values()].filter((g) => g.length > 1)
}

/** In which groups orders are since some of them were joined or split, as the server answered. Of those that were left in a group, one alone is in none. */
export function standing(before: readonly Grouped[], answer: readonly Grouped[]): Record<string, string> {
  const now = new Map(answer.map((o) => [o.id, o.together]))
  const left = new Set(groupsOf(before.filter((o) => !now.has(o.id))).flatMap((g) => g.map((o) => o.id)))
  return Object.fromEntries(before.map((o) => [o.id, now.get(o.id) ?? (left.has(o.id) ? o.together : '')]))
}
