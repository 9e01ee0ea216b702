import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { late } from '@/kit/later/late'
import { firstScreenStands } from '@/kit/later/later'
import { appearance } from '@/kit/theme/appearance'
import { Blocked } from './Blocked'
import { startRemote } from './engineLater'
import { preferred, speak } from './languages'
import { otherTab } from './otherTab'
import { Providers } from './Providers'
import { reloadForLostFiles } from './reload'
import { router } from './router'

const NoStore = late(() => import('./NoStore').then((m) => m.NoStore))

/** From an empty page to the first screen: looks, language, local store, router. Nothing here waits for the network. */
export async function startApp(root: HTMLElement | null) {
  if (!root) throw new Error('the page has no root')
  appearance.start()
  reloadForLostFiles()
  void import('./update').then((m) => m.watchForUpdates()).catch(() => {}) // without it the app runs as it is
  const rendered = router.subscribe('onRendered', () => {
    rendered()
    firstScreenStands()
  })
  const words = speak(preferred())
  const page = createRoot(root)
  const show = (begun: boolean, failure?: unknown) =>
    page.render(
      <StrictMode>
        <Providers>
          <Blocked />
          {failure !== undefined ? <NoStore error={failure} /> : begun && <RouterProvider router={router} />}
        </Providers>
      </StrictMode>,
    )
  const unwatch = otherTab.watch(() => void words.then(() => show(false)))
  await words
  try {
    await startRemote()
  } catch (err) {
    console.error('the app could not open what it keeps on this device', err)
    return show(false, err)
  } finally {
    unwatch()
  }
  show(true)
}
