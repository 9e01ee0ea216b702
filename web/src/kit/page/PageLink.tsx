import type { PageName } from '@sync/gen/pages'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../remote/user'
import { addressFor, allowed, isBuilt, pageNamed } from './pages'

/** A place in the product: a page by its name, what its address needs, and its search. */
export interface Place {
  page: PageName
  params?: Record<string, string>
  search?: Record<string, string>
}

/** Where a place is, or undefined where the page is not built or not open to this person: then it is no link. */
export function hrefOf(place: Place, held: ReadonlySet<number>): string | undefined {
  const page = pageNamed(place.page)
  return page && isBuilt(page) && allowed(page, held) ? addressFor(page, place.params, place.search) : undefined
}

/** A link by page name. Where it would lead nowhere, `otherwise`: its words as plain text, where nothing else is said. */
export function PageLink({
  to,
  tabIndex,
  children,
  otherwise = children,
}: {
  to: Place
  tabIndex?: number
  children: ReactNode
  otherwise?: ReactNode
}) {
  const session = useSession()
  const href = session && hrefOf(to, session.pages)
  // The router takes any address of ours; its typed routes know only the pages that are built by now.
  return href ? (
    <Link to={href as '/'} {...(tabIndex === undefined ? {} : { tabIndex })}>
      {children}
    </Link>
  ) : (
    otherwise
  )
}
