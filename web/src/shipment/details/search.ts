import { searchOf, text } from '@/kit/page/search'

export interface OfShipment {
  shipment?: string
}

/** The search of a page that is of one shipment. */
export const ofShipment = searchOf<OfShipment>({ shipment: text })
