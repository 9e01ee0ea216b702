import { createFileRoute } from '@tanstack/react-router'
import { TodayScreen } from '../today/TodayScreen'

export const Route = createFileRoute('/_signedIn/Today')({ component: TodayScreen })
