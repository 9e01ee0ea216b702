import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, pages } from '../../sync/client/gen/pages'

/** The pages that have a screen, as the router's tree is made. */
export const built: Page[] = pages.filter((p) => existsSync(join(process.cwd(), 'web/src', p.area, 'routes', `${p.name}.tsx`)))

/** An address of a page, with an id where it needs one; optional parts are left out. */
export const addressOf = (page: Page, id: string) => page.route.replace(/\/\{\w+\?\}/g, '').replace(/\{\w+\}/g, id)
