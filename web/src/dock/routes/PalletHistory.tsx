import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '../history/HistoryScreen'

export const Route = createFileRoute('/_signedIn/PalletHistory')({ component: HistoryScreen })
