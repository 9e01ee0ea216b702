import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { searchOf, text } from '@/kit/page/search'
import { type FormSearch, FormsScreen } from '../form/FormsScreen'

export const Route = createFileRoute('/_signedIn/PDFMapping')({
  validateSearch: searchOf<FormSearch>({ form: text }),
  component: PDFMapping,
})

function PDFMapping() {
  const navigate = Route.useNavigate()
  const go = useCallback((search: FormSearch) => void navigate({ search }), [navigate])
  return <FormsScreen search={Route.useSearch()} go={go} />
}
