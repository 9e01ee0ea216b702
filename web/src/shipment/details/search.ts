export interface OfShipment {
  shipment?: string
}

/** The search of a page that is of one shipment; what is not of ours is dropped. */
export const ofShipment = ({ shipment }: Record<string, unknown>): OfShipment =>
  typeof shipment === 'string' && shipment ? { shipment } : {}
