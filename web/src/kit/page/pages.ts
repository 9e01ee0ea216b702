import { pages } from 'virtual:built-pages'
import type { Page, PageName } from '@sync/gen/pages'
import { routePath } from './routePath'

/** Those that have a screen, in the menu's order. */
export { pages }

const byPath = new Map(pages.map((p) => [routePath(p.route), p]))
const byName = new Map(pages.map((p) => [p.name, p]))

/** The page at a route's full path, as the router spells it. A step of a page (`/eSignBOL/load/$id`) is that page. */
export function pageAt(fullPath: string): Page | undefined {
  const path = fullPath.replace(/(.)\/$/, '$1')
  const step = /^(\/.+)\/[a-z]+\/\$id$/.exec(path)
  return byPath.get(path) ?? (step?.[1] ? byPath.get(step[1]) : undefined)
}

/** A page that is built: the others are in planned.ts. */
export const pageNamed = (name: PageName): Page | undefined => byName.get(name)

let built: ReadonlySet<string> = new Set()
/** Told once by the router: its tree holds a route exactly for those pages that have a file. */
export const setBuilt = (paths: Iterable<string>) => {
  built = new Set(paths)
}
export const isBuilt = (page: Page) => built.has(routePath(page.route))

/** May the person open it? A hint for menus and links alone; the server decides on every call. */
export function allowed(page: Page, held: ReadonlySet<number>): boolean {
  return page.public === true || page.default === true || page.id === null || held.has(page.id)
}

/** Where an address without its optional parts leads. */
export const addressOf = (page: Page) => page.route.replace(/\/\{\w+\?\}/g, '')
/** An address with its parts filled in; optional parts that are not given are left out. */
export function addressFor(page: Page, params: Record<string, string> = {}, search: Record<string, string> = {}): string {
  const path = page.route.replace(/\/\{(\w+)\??\}/g, (_, name: string) => (params[name] ? `/${encodeURIComponent(params[name])}` : ''))
  const query = new URLSearchParams(search).toString()
  return query ? `${path}?${query}` : path
}
/** A page whose address needs an id cannot stand in a menu. */
export const standsAlone = (page: Page) => !/\{\w+\}/.test(page.route)

export interface MenuNode {
  label: string
  page?: Page
  children: MenuNode[]
}

/** The menu's tree out of each page's path of labels; a group without an open page is not there. */
export function menuOf(held: ReadonlySet<number>, has = isBuilt): MenuNode[] {
  const roots: MenuNode[] = []
  for (const page of pages.filter((p) => p.menu && has(p) && allowed(p, held) && standsAlone(p))) {
    let level = roots
    const path = page.menu ?? []
    path.forEach((label, depth) => {
      let node = level.find((n) => n.label === label)
      if (!node) {
        node = { label, children: [] }
        level.push(node)
      }
      if (depth === path.length - 1) node.page = page
      level = node.children
    })
  }
  return roots
}

/** Where a person begins after signing in: the own first page, otherwise the breadcrumb's Home. */
export function startOf(session: { pages: ReadonlySet<number>; defaultPage?: number }): string {
  const own = pages.find((p) => p.id !== null && p.id === session.defaultPage)
  return own && isBuilt(own) && allowed(own, session.pages) && standsAlone(own) ? addressOf(own) : homeOf(session)
}

/** The breadcrumb's Home: SingleOrder if open, otherwise the person's own first page, otherwise the first of the menu. */
export function homeOf({ pages: held, defaultPage }: { pages: ReadonlySet<number>; defaultPage?: number }): string {
  const first = (nodes: MenuNode[]): Page | undefined => {
    for (const n of nodes) {
      const found = n.page ?? first(n.children)
      if (found) return found
    }
    return undefined
  }
  const single = pageNamed('SingleOrder')
  const own = pages.find((p) => p.id !== null && p.id === defaultPage)
  for (const page of [single, own]) if (page && isBuilt(page) && allowed(page, held) && standsAlone(page)) return addressOf(page)
  const page = first(menuOf(held))
  return page ? addressOf(page) : '/Home'
}
