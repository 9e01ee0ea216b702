import { call } from '@sync/call'
import type { FileCellError, OrderPreviewRow } from '@sync/gen/api'
import { csv } from '@/kit/list/csv'

/** All rows of one kind, page after page. */
async function rowsOf(importId: string, only: 'bad' | 'refused'): Promise<OrderPreviewRow[]> {
  const rows: OrderPreviewRow[] = []
  for (let page = 1; ; page++) {
    const answer = await call('Order/Preview', { ImportId: importId, Only: only, pageSize: 100, pageIndex: page })
    rows.push(...answer.Rows)
    if (rows.length >= answer.Total || answer.Rows.length === 0) return rows
  }
}

export interface ReportWords {
  head: string[]
  taken: (number: string, warehouse: string) => string
  error: (of: FileCellError) => string
}

/** The rows that were not saved, one line for each thing that is wrong, so that they can be put right in the customer's system. */
export function reportOf(rows: readonly OrderPreviewRow[], words: ReportWords): string {
  const lines = rows.flatMap((r) =>
    r.Errors.length > 0
      ? r.Errors.map((e) => [e.row || r.Row, r.Order.number, e.header, e.value, words.error(e)])
      : [[r.Row, r.Order.number, '', r.Order.number, words.taken(r.Order.number, r.Order.warehouse)]],
  )
  return csv(words.head, lines)
}

export const notSaved = async (importId: string) => [...(await rowsOf(importId, 'bad')), ...(await rowsOf(importId, 'refused'))]
