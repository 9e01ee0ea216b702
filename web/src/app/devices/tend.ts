import { allowed, pageNamed } from '@/kit/page/pages'

/** Who manages users tends their devices; the server asks for the same page. */
export function mayTend({ pages }: { pages: ReadonlySet<number> }): boolean {
  const page = pageNamed('ManageUsers')
  return page !== undefined && allowed(page, pages)
}
