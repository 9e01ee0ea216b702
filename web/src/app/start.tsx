import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstScreenStands } from '@/kit/later/later'
import { appearance } from '@/kit/theme/appearance'
import { startRemote } from './engineLater'
import { preferred, speak } from './languages'
import { Providers } from './Providers'
import { router } from './router'
import { watchForUpdates } from './update'

/** From an empty page to the first screen: looks, language, local store, router. Nothing here waits for the network. */
export async function startApp(root: HTMLElement | null) {
  if (!root) throw new Error('the page has no root')
  appearance.start()
  watchForUpdates()
  await Promise.all([speak(preferred()), startRemote()])
  const rendered = router.subscribe('onRendered', () => {
    rendered()
    firstScreenStands()
  })
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
