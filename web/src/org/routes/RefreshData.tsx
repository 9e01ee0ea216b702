import { createFileRoute } from '@tanstack/react-router'
import { RefreshScreen } from '../refresh/RefreshScreen'

export const Route = createFileRoute('/_signedIn/RefreshData')({ component: RefreshScreen })
