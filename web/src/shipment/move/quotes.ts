import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { BulkAction, RowAction } from '@/kit/list/defineList'
import { allowed } from '@/kit/page/pages'
import { plannedPage } from '@/kit/page/planned'
import { type Session, theRemote } from '@/kit/remote/remote'

/** Prices are for who may see rates. The buckets and a shipment's page are open to the dock as well. */
export function mayAskQuotes(session: Session | null): boolean {
  const page = plannedPage('ReviewRates')
  return session !== null && page !== undefined && allowed(page, session.pages)
}

/** Fetched when it is pressed: the dock's buckets need none of it. */
const ask = async (rows: readonly Shipment[]) => {
  const { askForQuotes } = await import('@/quote/public')
  return askForQuotes(rows.map((s) => s.id))
}

export const askOne: RowAction<Shipment> = {
  label: msg`Ask for spot quotes`,
  when: (s) => s.status === 'Q' && mayAskQuotes(theRemote().session()),
  run: (s) => ask([s]),
}

export const askMany: BulkAction<Shipment> = {
  label: msg`Ask for spot quotes`,
  when: (s) => s.status === 'Q' && mayAskQuotes(theRemote().session()),
  run: async (rows) => ((await ask(rows)) === undefined ? false : undefined),
}
