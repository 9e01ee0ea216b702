// What stands in the addresses of these screens. The routes name its type alone, since what they import is loaded with the first page of all; the screens read it.

export interface InvoiceSearch {
  /** The queue; the screen knows which there are. */
  state?: string
  /** The rule that the invoices break. */
  code?: string
  page?: string
  /** The invoice that is shown. */
  id?: string
  /** The number that is looked up. */
  text?: string
}

/** What an address says, as it was typed into it: a text of digits has become a number there. */
export const invoiceSearch = (raw: InvoiceSearch): InvoiceSearch =>
  Object.fromEntries((['state', 'code', 'page', 'id', 'text'] as const).flatMap((k) => (raw[k] ? [[k, String(raw[k]).slice(0, 60)]] : [])))
