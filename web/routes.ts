// The router's tree, made from the page list: a page is built when its file is there.
// A page's file is <area>/routes/<Name>.tsx, so neither a route nor a page id is typed by hand.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import type { Plugin } from 'vite'
import { type Page, pages } from '../sync/client/gen/pages'
import { routePath } from './src/kit/page/routePath'

const src = fileURLToPath(new URL('./src/', import.meta.url))
const file = (page: Page) => `${page.area}/routes/${page.name}.tsx`
const isBuilt = (page: Page) => existsSync(src + file(page))
const tree = (list: Page[]) =>
  list
    .filter(isBuilt)
    .flatMap((page) => [page.route === '/' ? index(file(page)) : route(routePath(page.route), file(page)), ...steps(page)])

/** A page's further screens, <Name>.<step>.tsx at <route>/<step>/$id: the steps of one thing on that page, under the page's own right. */
function steps(page: Page) {
  const folder = `${src}${page.area}/routes`
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${page.name}.`) && name !== `${page.name}.tsx`)
    .map((name) => route(`${page.route}/${name.split('.')[1]}/$id`, `${page.area}/routes/${name}`))
}

export const routes = rootRoute('app/root.tsx', [
  ...tree(pages.filter((page) => page.public)),
  layout('_signedIn', 'app/SignedIn.tsx', [
    ...tree(pages.filter((page) => !page.public)),
    // The shell's own screens: not pages, so nobody's list of pages can take them away.
    route('/NeedsAttention', 'app/routes/NeedsAttention.tsx'),
    route('/Devices', 'app/routes/Devices.tsx'),
    route('/Home', 'app/routes/Home.tsx'),
    route('/Today', 'app/routes/Today.tsx'),
  ]),
])

/** A page as the first script carries it: without what follows from its name, or from its place among the others. */
const short = ({ label, route, menu, order, ...page }: Page) => ({
  ...page,
  ...(label === spaced(page.name) ? {} : { label }),
  ...(route === `/${page.name}` ? {} : { route }),
  ...(menu ? { menu: menu.at(-1) === label ? menu.slice(0, -1) : menu, ...(menu.at(-1) === label ? {} : { apart: true }) } : {}),
})
const spaced = (name: string) => name.replace(/([a-z])(?=[A-Z])/g, '$1 ')
/** The other way round, in the module itself. */
const whole = `({ label, route, menu, apart, ...page }) => {
  label ??= page.name.replace(/([a-z])(?=[A-Z])/g, '$1 ')
  return { ...page, label, route: route ?? '/' + page.name, ...(menu ? { menu: apart ? menu : [...menu, label] } : {}) }
}`

const last = 999
/** The pages that have a screen, in the menu's order, as a module: the first script carries no others. */
export const builtPages = (): Plugin => ({
  name: 'lading-built-pages',
  resolveId: (source) => (source === 'virtual:built-pages' ? '\0built-pages' : undefined),
  load: (id) =>
    id === '\0built-pages'
      ? `export const pages = ${JSON.stringify(
          pages
            .filter(isBuilt)
            .toSorted((a, b) => (a.order ?? last) - (b.order ?? last))
            .map(short),
        )}.map(${whole})`
      : undefined,
})

/**
 * The router's tree as the first script carries it: a route's children in a list in place of an object of their long names, no id that is the path, and no
 * path a second time in the route's own file, where only types read it.
 */
export const shortTree = (): Plugin => ({
  name: 'lading-short-tree',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (id.includes('/routes/')) return code.replace(/createFileRoute\((["'])[^"']*\1\)/, 'createFileRoute("")')
    if (!id.endsWith('/routeTree.gen.ts')) return
    return code
      .replace(/(const \w+Children = )\{([^}]*)\}/g, (_, start: string, list: string) => `${start}[${list.replace(/\w+Route:\s*/g, '')}]`)
      .replace(/id: (["'][^"']*["']),(\s*)path: \1/g, 'path: $1')
  },
})
