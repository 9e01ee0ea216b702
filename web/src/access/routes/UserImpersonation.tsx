import { createFileRoute } from '@tanstack/react-router'
import { ImpersonationScreen, type ImpersonationSearch } from '../impersonation/ImpersonationScreen'

export const Route = createFileRoute('/_signedIn/UserImpersonation')({
  validateSearch: (raw: ImpersonationSearch) => raw,
  component: Screen,
})

function Screen() {
  const { user } = Route.useSearch()
  return <ImpersonationScreen user={typeof user === 'string' ? user : ''} />
}
