import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import type { InvoiceSearch } from '../search'
import type { State } from '../states'
import { Queue } from './Queue'

const carrier: State[] = ['carrier-review']
const client: State[] = ['client-resolve']
const carrierTitle = msg`Carrier review`
const clientTitle = msg`Client resolve`
const noCarrier = msg`No invoices wait for a carrier.`
const noClient = msg`No invoices wait for a decision.`

/** Invoices that a carrier has to answer for: it withdraws, sends proof, or bills anew. */
export function CarrierReview({ search }: { search: InvoiceSearch }) {
  const navigate = useNavigate()
  const go = (next: InvoiceSearch) => void navigate({ to: '/CarrierReview', search: next })
  return <Queue name="carrier review" title={carrierTitle} empty={noCarrier} tabs={carrier} search={search} go={go} />
}

/** Invoices about which the client decides: pay as billed, pay short, or ask the carrier. */
export function ResolveInvoices({ search }: { search: InvoiceSearch }) {
  const navigate = useNavigate()
  const go = (next: InvoiceSearch) => void navigate({ to: '/ResolveInvoices', search: next })
  return <Queue name="client resolve" title={clientTitle} empty={noClient} tabs={client} search={search} go={go} />
}
