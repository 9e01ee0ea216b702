/** Which orders' papers are looked for. It lives in the address, so a reload or a bookmark shows the same. */
export interface ReprintSearch {
  orders?: string[]
  queue?: boolean
}

export function reprintSearch(raw: Record<string, unknown>): ReprintSearch {
  const orders = Array.isArray(raw.orders) ? raw.orders.map(String).filter(Boolean).slice(0, 100) : []
  return { ...(orders.length > 0 ? { orders } : {}), ...(raw.queue === true ? { queue: true } : {}) }
}
