export { askForQuotes } from './office/forms'
export { QuotesScreen } from './office/QuotesScreen'
export { SpotQuotes } from './office/SpotQuotes'
