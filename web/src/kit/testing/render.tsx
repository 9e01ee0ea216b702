import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Remote, setRemote } from '../remote/remote'
import { theme } from '../theme/theme'
import { Toasts } from '../toast/Toasts'

/** A remote that knows nobody and takes nothing; a test gives what it needs. */
export function fakeRemote(given: Partial<Remote> = {}): Remote {
  const view = { contact: 'online' as const, waiting: 0, attention: 0, files: 0, loading: [], sending: false }
  const fake: Remote = {
    session: () => null,
    signIn: async () => {},
    enterBy: async () => {},
    signOut: async () => {},
    watchSession: () => () => {},
    submit: async () => ({}),
    call: async () => ({}),
    lastAnswer: async () => undefined,
    status: () => view,
    watchStatus: () => () => {},
    nudge: () => {},
    watchWaiting: () => () => {},
    watchTroubles: () => () => {},
    discard: async () => {},
    ...given,
  }
  setRemote(fake)
  return fake
}

/** A piece of the product with what is always around it: language, theme, router, toasts. */
export async function show(ui: ReactNode) {
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: () => ui })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} env="test">
        <Toasts />
        <RouterProvider router={router as never} />
      </MantineProvider>
    </I18nProvider>,
  )
}
