import { createFileRoute } from '@tanstack/react-router'
import { AnomalyScreen, type AnomalySearch, type Charges, chargeParts } from '../anomaly/AnomalyScreen'

/** Takes only sense from an address; a week of digits has become a number in it. */
const sense = ({ week, warehouse, invoices, charges, one }: Record<string, unknown>): AnomalySearch => ({
  ...(/^\d{6}$/.test(String(week)) ? { week: String(week) } : {}),
  ...(typeof warehouse === 'string' && warehouse ? { warehouse } : {}),
  ...(invoices === true ? { invoices } : {}),
  ...(chargeParts.some((p) => p === charges) ? { charges: charges as Charges /* one of them, as was just seen */ } : {}),
  ...(typeof one === 'string' && one ? { one } : {}),
})

export const Route = createFileRoute('/_signedIn/Anomaly')({ validateSearch: (raw: AnomalySearch) => raw, component: Screen })

function Screen() {
  const navigate = Route.useNavigate()
  return <AnomalyScreen search={sense({ ...Route.useSearch() })} onSearch={(search) => void navigate({ search })} />
}
