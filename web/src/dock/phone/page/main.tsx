import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@/kit/theme/theme.css'
import './page.css'
import { DriverPage } from './DriverPage'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
// old.js may have said that this browser will not do.
if (!root.dataset.old)
  createRoot(root).render(
    <StrictMode>
      <DriverPage />
    </StrictMode>,
  )
