import { createFileRoute } from '@tanstack/react-router'
import { PreferenceScreen } from '../preference/PreferenceScreen'

export const Route = createFileRoute('/_signedIn/UserNotification')({ component: PreferenceScreen })
