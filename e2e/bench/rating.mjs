// Rating with forty LTL contracts. The area's own test makes the contracts and prints the figures.
import { goFigures } from './packing.mjs'

const bars = {
  rate_40_contracts_p50: '≤ 1',
  rate_1000_shipments_40_contracts_engine: '≤ 2000',
  rate_1000_shipments_40_contracts_call: '≤ 2000',
}

export const rating = ({ figure }) => ({
  rate: () => goFigures(figure, bars, './server/rating', 'TestRate_Figures', { LADING_FIGURES: '1' }),
})
