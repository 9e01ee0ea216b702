import type { Shipment } from '@sync/gen/tables'
import { earliestDay } from '@/kit/format/day'

/** Reports whether a shipment should have left on a day that is over everywhere in America. */
export const isLate = (s: Pick<Shipment, 'status' | 'shipOn'>) =>
  (s.status === 'T' || s.status === 'M') && s.shipOn !== '' && s.shipOn < earliestDay(Date.now())
