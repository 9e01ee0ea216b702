import { createFileRoute } from '@tanstack/react-router'
import { flag, searchOf } from '@/kit/page/search'
import { PrintingScreen } from '../printing/PrintingScreen'

export const Route = createFileRoute('/_signedIn/Printing')({
  validateSearch: searchOf<{ mail?: boolean }>({ mail: flag }),
  component: Screen,
})

function Screen() {
  const { mail = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PrintingScreen mail={mail} onMail={(to) => void navigate({ search: to ? { mail: true } : {} })} />
}
