import { late } from '@/kit/later/late'

export { dailyLoads } from './daily/dailyList'
export { useSiteChoices } from './sites/useSiteChoices'

/** The appointment of a load, on the load's page. */
export const Appointed = late(() => import('./scheduler/Appointed').then((m) => m.Appointed), null)

/** Asks the yard's drivers for a trailer, from a screen about doors. */
export const MoveTrailer = late(() => import('./yard/MoveTrailer').then((m) => m.MoveTrailer), null)

/** The trailers of a load that stand in the yard, on the load's page. */
export const InYard = late(() => import('./yard/InYard').then((m) => m.InYard), null)
