import { createFileRoute } from '@tanstack/react-router'
import { MobileScreen } from '../settings/MobileScreen'

export const Route = createFileRoute('/_signedIn/Mobile')({ component: MobileScreen })
