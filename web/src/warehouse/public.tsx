export { useSiteChoices } from './sites/useSiteChoices'
