import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, pages } from '../../sync/client/gen/pages'

const routes = (page: Page) => join(process.cwd(), 'web/src', page.area, 'routes')

/** The pages that have a screen, as the router's tree is made: a new page is among them as soon as its file is there. */
export const built: Page[] = pages.filter((p) => existsSync(join(routes(p), `${p.name}.tsx`)))

/** A page's further screens, <Name>.<step>.tsx, as the router finds them. */
const steps = (page: Page) => readdirSync(routes(page)).flatMap((file) => new RegExp(`^${page.name}\\.(\\w+)\\.tsx$`).exec(file)?.[1] ?? [])

/**
 * All addresses of a page: without its optional parts and with them, one for each of the ids that its parameter may have, and each of its steps.
 * `ids` gives the keys of rows that this device holds, by the name of the parameter; a step is of a load.
 */
export function addressesOf(page: Page, ids: (parameter: string) => string[]): string[] {
  const bare = page.route.replace(/\/\{\w+\?\}/g, '')
  const forms = new Set([bare, page.route.replaceAll('?}', '}')])
  const filled = [...forms].flatMap((form) => {
    const first = /\{(\w+)\}/.exec(form)?.[1]
    if (!first) return [form]
    return ids(first).map((id) => form.replace(/\{\w+\}/g, id))
  })
  return [
    ...filled,
    ...steps(page).flatMap((step) =>
      ids('load')
        .slice(0, 1)
        .map((id) => `${bare}/${step}/${id}`),
    ),
  ]
}
