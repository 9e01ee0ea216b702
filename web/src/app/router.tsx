import { createRouter } from '@tanstack/react-router'
import { late } from '@/kit/later/late'
import { setBuilt } from '@/kit/page/pages'
import { Broken } from './Broken'
import { routeTree } from './routeTree.gen'

const NotThere = late(() => import('./NotThere').then((m) => m.NotThere))

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // The router falls back to this address when it was not asked for another.
  defaultNotFoundComponent: () => <NotThere />,
  defaultErrorComponent: Broken,
})

setBuilt(Object.keys(router.routesByPath))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
