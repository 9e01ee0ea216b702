import { local } from '@sync/client'
import type { Quote, QuoteRequest } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'

export interface Asked {
  request: QuoteRequest
  quotes: Quote[]
}

/** What a shipment's carriers were asked, the latest first. Rows of this device, so an answer shows itself as it comes. */
export function useQuotes(shipmentId: string): Asked[] | undefined {
  return useLiveQuery(async () => {
    const requests = await local().quote_request.where('shipmentId').equals(shipmentId).toArray()
    const quotes = await local().quote.where('shipmentId').equals(shipmentId).toArray()
    return requests
      .sort((a, b) => b.id.localeCompare(a.id))
      .map((request) => ({ request, quotes: quotes.filter((q) => q.requestId === request.id).sort(byOffer) }))
  }, [shipmentId])
}

/** Every spot quote of this device, the latest first. A truckload that is no shipment yet is asked for by an RFQ. */
export const useAllQuotes = (): Quote[] | undefined =>
  useLiveQuery(() =>
    local()
      .quote.orderBy('askedAt')
      .reverse()
      .filter((q) => q.shipmentId !== '')
      .toArray(),
  )

const rank = (q: Quote) => (q.state === 'won' ? 0 : q.amountMinor > 0 ? 1 : q.state === 'requested' ? 2 : 3)

/** The lowest price first, then who has not answered, then who will not. */
export const byOffer = (a: Quote, b: Quote) =>
  rank(a) - rank(b) || a.amountMinor - b.amountMinor || a.carrierName.localeCompare(b.carrierName)
