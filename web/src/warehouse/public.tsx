import { late } from '@/kit/later/late'

export { dailyLoads } from './daily/dailyList'
export { useSiteChoices } from './sites/useSiteChoices'

/** The appointment of a load, on the load's page. */
export const Appointed = late(() => import('./scheduler/Appointed').then((m) => m.Appointed), null)
