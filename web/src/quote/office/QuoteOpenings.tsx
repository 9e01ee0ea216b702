import type { Quote } from '@sync/gen/tables'
import { Openings } from '@/kit/openings/Openings'
import { useCall } from '@/kit/remote/useCall'

/** From where the link of one who is asked for a price was opened. */
export function QuoteOpenings({ q, onClose }: { q: Quote; onClose: () => void }) {
  return <Openings of={q.carrierName} found={useCall('Quote/Openings', { QuoteID: q.id }, { staleMs: 0 })} onClose={onClose} />
}
