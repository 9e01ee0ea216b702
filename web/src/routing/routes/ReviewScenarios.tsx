import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { searchOf, text } from '@/kit/page/search'
import { ReviewScreen, type ReviewSearch } from '../compare/ReviewScreen'

export const Route = createFileRoute('/_signedIn/ReviewScenarios')({
  validateSearch: searchOf<ReviewSearch>({ compare: text }),
  component: Shown,
})

function Shown() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback((search: ReviewSearch) => void navigate({ search, replace: true }), [navigate])
  return <ReviewScreen search={Route.useSearch()} onSearch={onSearch} />
}
