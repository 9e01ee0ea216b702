import type { Shipment } from '@sync/gen/tables'

/** The day in the warehouse's part of the world is over nowhere later than in Hawaii; a shipment counts as late only then. */
const today = () => new Date(Date.now() - 10 * 3_600_000).toISOString().slice(0, 10)
export const isLate = (s: Pick<Shipment, 'status' | 'shipOn'>) =>
  (s.status === 'T' || s.status === 'M') && s.shipOn !== '' && s.shipOn < today()
