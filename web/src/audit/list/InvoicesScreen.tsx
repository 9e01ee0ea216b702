import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import type { InvoiceSearch } from '../search'
import type { State } from '../states'
import { OwedNote } from './OwedNote'
import { nothingHere, Queue } from './Queue'

const title = msg`Invoices`
const tabs: State[] = ['audit-errors', 'carrier-review', 'client-resolve', 'audit-complete', 'invoiced', 'entered']

/** All invoices, by the state that they are in. */
export function InvoicesScreen({ search }: { search: InvoiceSearch }) {
  const navigate = useNavigate()
  return (
    <Queue
      name="invoices"
      title={title}
      empty={nothingHere}
      tabs={tabs}
      search={search}
      go={(next) => void navigate({ to: '/InvoiceList', search: next })}
      above={(answer) => <OwedNote of={answer.Owed} />}
    />
  )
}
