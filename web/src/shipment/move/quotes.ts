import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { BulkAction, RowAction } from '@/kit/list/defineList'
import { holds } from '@/kit/remote/can'
import { type Session, theRemote } from '@/kit/remote/remote'

/** Quotes are for users who may request them. The buckets and a shipment's page are open to the dock as well. */
export const mayAskQuotes = (session: Session | null): boolean => holds(session, 'request-quotes')

/** Fetched when it is pressed: the dock's buckets need none of it. */
const ask = async (rows: readonly Shipment[]) => {
  const { askForQuotes } = await import('@/quote/public')
  return askForQuotes(rows.map((s) => s.id))
}

export const askOne: RowAction<Shipment> = {
  label: msg`Request spot quotes`,
  when: (s) => s.status === 'Q' && mayAskQuotes(theRemote().session()),
  run: (s) => ask([s]),
}

export const askMany: BulkAction<Shipment> = {
  label: msg`Request spot quotes`,
  when: (s) => s.status === 'Q' && mayAskQuotes(theRemote().session()),
  run: async (rows) => ((await ask(rows)) === undefined ? false : undefined),
}
