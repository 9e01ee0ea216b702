import { late } from '@/kit/later/late'

/** The front door of rating: what each carrier costs, and why one was taken. */
export const Candidates = late(() => import('./rate/Candidates').then((m) => m.Candidates))

/** Every rating of a shipment. They are asked for when somebody wants to see them. */
export const ShipmentRatings = late(() => import('./rate/ShipmentRatings').then((m) => m.ShipmentRatings))
