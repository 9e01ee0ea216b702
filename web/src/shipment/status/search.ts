// What the routes know of these screens before they are loaded: nothing here may import a screen, and each line is loaded with the first page of all.
// Whether there is such a tab the screen knows.

const word = (v: unknown) => (typeof v === 'string' ? v : undefined)

export function statusSearch(raw: Record<string, unknown>): { status?: string } {
  const status = word(raw.status)
  return status ? { status } : {}
}

export function listSearch(raw: Record<string, unknown>): { tab?: string } {
  const tab = word(raw.tab)
  return tab ? { tab } : {}
}

export interface HistorySearch {
  status?: string
  page?: number
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
  customer?: string | undefined
  /** The company that is charged. */
  entity?: string | undefined
  carrier?: string | undefined
  warehouse?: string | undefined
  /** A rate mode's bit. */
  mode?: number | undefined
  /** Who built it. */
  by?: string | undefined
}

const day = (v: unknown) => (typeof v === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(v) ? v : undefined)

export function historySearch(raw: Record<string, unknown>): HistorySearch {
  const found: HistorySearch = {}
  const status = word(raw.status)
  const [from, to, page] = [day(raw.from), day(raw.to), Number(raw.page)]
  if (status) found.status = status
  if (from) found.from = from
  if (to) found.to = to
  for (const k of ['text', 'customer', 'entity', 'carrier', 'warehouse', 'by'] as const) {
    // An address may have turned a text of digits into a number.
    const v = typeof raw[k] === 'string' || typeof raw[k] === 'number' ? String(raw[k]) : ''
    if (v && v.length <= 60) found[k] = v
  }
  const mode = Number(raw.mode)
  if (Number.isInteger(mode) && mode > 0 && mode <= 8191) found.mode = mode
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}
