import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { Shipment } from '@sync/gen/tables'
import { send } from '@sync/send'
import { useNavigate } from '@tanstack/react-router'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { hrefOf, type Place } from '@/kit/page/PageLink'
import { useSession } from '@/kit/remote/user'
import type { Words } from '@/kit/words/words'
import { movesOf } from '../move/moves'

/** Asks before a tender that is out is taken back. */
const takeBackForm = (carrier: string) =>
  defineForm<object, boolean>('Shipment/UpdateStatusCode', {
    title: msg`Edit and requote`,
    intro: msg`The shipment goes back to rating. The tender to ${carrier} is withdrawn, and they are told not to send a truck.`,
    fields: {},
    subject: () => 'take back',
    run: async () => true,
    submit: msg`Withdraw and edit`,
  })

/** The page that a shipment is entered on: a parcel stays one. */
export const pageOf = (s: Shipment) => (s.mode === 'PARCEL' ? 'Parcel' : s.terms === 'C' ? 'Collect' : 'Prepaid')

/** What can be corrected of a shipment after it was built: what it is, for new prices, or what its papers say. */
export function useAgain(s: Shipment): { label: Words; run: () => Promise<void> }[] {
  const navigate = useNavigate()
  const session = useSession()
  const built = (place: Place) => (session ? hrefOf(place, session.pages) : undefined)
  const rates = built({ page: 'ReviewRates', search: { shipment: s.id } })
  // The goods of one that a vendor ships are its purchase order's; only its prices are asked for anew.
  const edit = s.inbound ? rates : (built({ page: pageOf(s), params: { shipmentid: s.id } }) ?? rates)
  const papers = built({ page: 'PrintDocuments', search: { orders: JSON.stringify([s.number]) } })
  const requote = movesOf(s).find((m) => m.action === 'requote')
  const go = (href: string) => void navigate({ to: href as '/' }) // the router takes any address of ours
  return [
    ...(edit && (s.status === 'Q' || requote)
      ? [
          {
            label: msg`Edit and requote`,
            run: async () => {
              const out = (await local().shipment_tender.where('shipmentId').equals(s.id).toArray()).find(
                (d) => d.state === 'open' || d.state === 'accepted',
              )
              if (out && !(await openForm(takeBackForm(out.carrierName), {}))) return
              if (requote) await send('Shipment/UpdateStatusCode', { ShipmentId: s.id, StatusCode: 'Q' })
              go(edit)
            },
          },
        ]
      : []),
    ...(papers && (s.status === 'T' || s.status === 'M' || s.status === 'A')
      ? [{ label: msg`Edit and reprint`, run: async () => go(papers) }]
      : []),
  ]
}
