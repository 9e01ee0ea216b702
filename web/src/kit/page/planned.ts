import { type Page, type PageName, pages } from '@sync/gen/pages'

// All pages, those that are not built among them: no first screen needs to know of these.

const byName = new Map(pages.map((p) => [p.name, p]))

export const plannedPage = (name: PageName): Page | undefined => byName.get(name)

/** The page that an address would belong to if it were built: only the fixed beginning counts. */
export function pageOfAddress(pathname: string): Page | undefined {
  const fixed = (route: string) => (route.split('/{')[0] || '/').toLowerCase()
  const asked = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  return pages.find((p) => {
    const start = fixed(p.route)
    return start !== '/' && (asked === start || asked.startsWith(`${start}/`))
  })
}
