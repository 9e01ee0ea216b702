import { createFileRoute } from '@tanstack/react-router'
import { RFQScreen } from '../rfq/RFQScreen'
import { RFQsScreen } from '../rfq/RFQsScreen'

export const Route = createFileRoute('/_signedIn/TruckloadRFQ')({
  validateSearch: (raw: Record<string, unknown>): { rfq?: string } => (typeof raw.rfq === 'string' ? { rfq: raw.rfq } : {}),
  component: Page,
})

function Page() {
  const { rfq } = Route.useSearch()
  return rfq ? <RFQScreen key={rfq} id={rfq} /> : <RFQsScreen />
}
