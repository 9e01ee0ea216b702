import { createFileRoute } from '@tanstack/react-router'
import { PrintingScreen } from '../printing/PrintingScreen'

export const Route = createFileRoute('/_signedIn/Printing')({
  validateSearch: (raw: Record<string, unknown>): { mail?: boolean } => (raw.mail === true ? { mail: true } : {}),
  component: Screen,
})

function Screen() {
  const { mail = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PrintingScreen mail={mail} onMail={(to) => void navigate({ search: to ? { mail: true } : {} })} />
}
