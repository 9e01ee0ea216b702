import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import { openForm } from '@/kit/form/FormDialog'
import { can } from '@/kit/remote/can'
import type { Words } from '@/kit/words/words'
import { changeForm, changeOf } from './changeForm'
import { clausesForm, clausesOf } from './clausesForm'
import { splitForm } from './splitForm'

interface Offer {
  label: Words
  run: () => Promise<unknown>
}

/** What can be changed of a load without a way back through its statuses: exactly what the server would take. */
export function partOffers(s: Shipment): Offer[] {
  const unsigned = !s.signedAt
  const several = s.items.length > 1 || (s.items[0]?.pieces ?? 0) > 1
  return [
    ...('TM'.includes(s.status) && unsigned && !s.inbound && can('tender')
      ? [{ label: msg`Change the load`, run: () => openForm(changeForm(s), changeOf(s)) }]
      : []),
    ...('OSQHTM'.includes(s.status) && unsigned && !s.inbound && !s.onDock && several && s.stops.length === 0 && can('plan')
      ? [{ label: msg`Split the load`, run: () => openForm(splitForm(s), {}) }]
      : []),
    ...('OSQHTM'.includes(s.status) && unsigned && (can('plan') || can('amend-bill'))
      ? [{ label: msg`Bill of lading details`, run: () => openForm(clausesForm(s), clausesOf(s.clauses)) }]
      : []),
  ]
}
