import { searchOf, text } from '@/kit/page/search'

/** Which shipment or label is looked at; code and state are what a carrier sends a person back with. */
export interface CarrierSearch {
  shipment?: string
  label?: string
  tab?: string
  code?: string
  state?: string
}

export const carrierSearch = searchOf<CarrierSearch>({ shipment: text, label: text, tab: text, code: text, state: text })
