import { searchOf, text, whole } from '@/kit/page/search'

/** What the address of a packing page says: the plan, and which of its boxes is looked at. */
export interface PlanSearch {
  plan?: string
  box?: number
}

export const planSearch = searchOf<PlanSearch>({ plan: text, box: whole() })
