import { createFileRoute } from '@tanstack/react-router'
import { ArrivalScreen } from '../arrival/ArrivalScreen'
import { signSearch } from '../sign/search'

export const Route = createFileRoute('/_signedIn/eSignBOL/arrived/$id')({ validateSearch: signSearch, component: Arrived })

function Arrived() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ArrivalScreen id={id} language={Route.useSearch().lang} onLanguage={(lang) => void navigate({ search: { lang }, replace: true })} />
  )
}
