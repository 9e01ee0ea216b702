import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthenticPage } from './AuthenticPage'
import { preferred, speak } from './tongues'

/** The page's address names the organisation and the paper: /check/<organisation>/<paper>. */
export async function startCheck(root: HTMLElement | null) {
  if (!root) throw new Error('the page has no root')
  const [, , org = '', paper = ''] = location.pathname.split('/')
  await speak(preferred())
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <AuthenticPage org={decodeURIComponent(org)} paper={decodeURIComponent(paper)} />
      </I18nProvider>
    </StrictMode>,
  )
}
