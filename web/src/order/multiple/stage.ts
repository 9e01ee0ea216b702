import { msg } from '@lingui/core/macro'
import type { Shipment } from '@sync/gen/tables'
import type { Words } from '@/kit/words/words'
import type { Stage } from './search'

interface About {
  id: Stage
  label: Words
  /** Shipments of these statuses; none where orders are meant. */
  of: readonly Shipment['status'][]
}

/** The way of an order through the office, in its order. */
export const stages: readonly About[] = [
  { id: 'SetItems', label: msg`Set items`, of: [] },
  { id: 'RateRoute', label: msg`Rate & Route`, of: ['Q'] },
  { id: 'Schedule', label: msg`Schedule`, of: ['T', 'M'] },
  { id: 'Enroute', label: msg`En route`, of: ['A'] },
  { id: 'Delivered', label: msg`Delivered`, of: ['D'] },
]
