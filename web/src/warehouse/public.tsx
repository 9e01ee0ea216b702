export { dailyLoads } from './daily/dailyList'
export { useSiteChoices } from './sites/useSiteChoices'
