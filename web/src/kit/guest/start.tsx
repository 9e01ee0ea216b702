import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preferred, speak } from './languages'

/** Starts a stranger's page in the stranger's language. */
export async function startGuest(root: HTMLElement | null, area: string, page: ReactNode) {
  if (!root) throw new Error('the page has no root')
  if (root.dataset.old) return // old.js has said that this browser will not do
  await speak(preferred(), area)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>{page}</I18nProvider>
    </StrictMode>,
  )
}
