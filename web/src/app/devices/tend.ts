import { allowed } from '@/kit/page/pages'
import { plannedPage } from '@/kit/page/planned'

/** Who manages users tends their devices; the server asks for the same page. */
export function mayTend({ pages }: { pages: ReadonlySet<number> }): boolean {
  const page = plannedPage('ManageUsers')
  return page !== undefined && allowed(page, pages)
}
