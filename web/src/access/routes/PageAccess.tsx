import { createFileRoute } from '@tanstack/react-router'
import { PageAccessScreen } from '../pages/PageAccessScreen'

export const Route = createFileRoute('/_signedIn/PageAccess')({ component: PageAccessScreen })
