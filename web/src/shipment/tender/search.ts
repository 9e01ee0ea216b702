export interface TenderSearch {
  shipment?: string
}

/** The search of the tender's page; what is not of ours is dropped. */
export const tenderSearch = ({ shipment }: Record<string, unknown>): TenderSearch =>
  typeof shipment === 'string' && shipment ? { shipment } : {}
