import { createFileRoute } from '@tanstack/react-router'
import { LogsScreen } from '../logs/LogsScreen'

export const Route = createFileRoute('/_signedIn/IntegrationLogs')({ component: LogsScreen })
