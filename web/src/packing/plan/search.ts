/** What the address of a packing page says: the plan, and which of its boxes is looked at. */
export interface PlanSearch {
  plan?: string
  box?: number
}

export function planSearch(raw: Record<string, unknown>): PlanSearch {
  const box = Number(raw.box)
  return {
    ...(typeof raw.plan === 'string' && raw.plan !== '' ? { plan: raw.plan } : {}),
    ...(Number.isInteger(box) && box > 0 ? { box } : {}),
  }
}
