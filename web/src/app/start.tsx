import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstScreenStands } from '@/kit/later/later'
import { appearance } from '@/kit/theme/appearance'
import { Blocked } from './Blocked'
import { startRemote } from './engineLater'
import { preferred, speak, speakFor } from './languages'
import { otherTab } from './otherTab'
import { Providers } from './Providers'
import { reloadForLostFiles } from './reload'
import { router } from './router'

/** What says why the app cannot begin, with its words: no screen has fetched any. */
const noStore = () => Promise.all([import('./NoStore'), speakFor('', undefined)]).then(([m]) => m.NoStore)

/** From an empty page to the first screen: looks, language, local store, router. Nothing here waits for the network. */
export async function startApp(root: HTMLElement | null) {
  if (!root) throw new Error('the page has no root')
  if (root.dataset.old) return // old.js has said that this browser will not do
  appearance.start()
  reloadForLostFiles()
  void import('./update').then((m) => m.watchForUpdates()).catch(() => {}) // without it the app runs as it is
  const rendered = router.subscribe('onRendered', () => {
    rendered()
    firstScreenStands()
  })
  const words = speak(preferred())
  const page = createRoot(root)
  const show = (begun: boolean, failure?: ReactNode) =>
    page.render(
      <StrictMode>
        <Providers>
          <Blocked />
          {failure ?? (begun && <RouterProvider router={router} />)}
        </Providers>
      </StrictMode>,
    )
  const unwatch = otherTab.watch(() => void words.then(() => show(false)))
  await words
  try {
    await startRemote()
  } catch (err) {
    console.error('the app could not open what it keeps on this device', err)
    try {
      const NoStore = await noStore()
      return show(false, <NoStore error={err} />)
    } catch {
      return addEventListener('online', () => location.reload()) // the words that the page came with stay on it
    }
  } finally {
    unwatch()
  }
  show(true)
}
