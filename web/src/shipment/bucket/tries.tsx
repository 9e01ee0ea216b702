import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { Shipment, ShipmentTender } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Column } from '@/kit/list/defineList'
import { PageLink } from '@/kit/page/PageLink'
import type { Status } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'
import { type Reason, reasonWords } from '../guest/reasons'

type Tries = ReadonlyMap<string, ShipmentTender>

/** Of each shipment the carrier that was asked last and did not take it. Those whose turn never came say nothing. */
export function lastTries(tenders: readonly ShipmentTender[]): Tries {
  const last = new Map<string, ShipmentTender>()
  for (const d of tenders)
    if ((d.state === 'rejected' || d.state === 'expired') && d.n > (last.get(d.shipmentId)?.n ?? 0)) last.set(d.shipmentId, d)
  return last
}

/** What failed of the shipments that wait for a carrier again; only the office's devices know. */
export const useTries = (status: Status): Tries | undefined =>
  useLiveQuery(async () => (status === 'Q' ? lastTries(await local().shipment_tender.toArray()) : undefined), [status])

/** Why a shipment has no carrier yet although one was asked. */
export function tryWords(d: ShipmentTender, text: (w: Words) => string): string {
  if (d.state === 'expired') return text(msg`${d.carrierName} did not answer in time`)
  const reason = d.reason in reasonWords ? text(reasonWords[d.reason as Reason]) : d.reason // one of the contract's
  return [text(msg`${d.carrierName} rejected`), reason, d.note].filter(Boolean).join(' · ')
}

export const tryColumn = (tries: Tries, text: (w: Words) => string): Column<Shipment> => ({
  key: 'lastTry',
  label: msg`Last try`,
  width: 240,
  phone: false,
  value: (s) => {
    const d = tries.get(s.id)
    return d ? tryWords(d, text) : ''
  },
  // It leads to where another one is asked.
  cell: (s) => {
    const d = tries.get(s.id)
    return (
      d && (
        <PageLink to={{ page: 'Tender', search: { shipment: s.id } }} tabIndex={-1}>
          {tryWords(d, text)}
        </PageLink>
      )
    )
  },
})
