import { createFileRoute } from '@tanstack/react-router'
import { PreferencesScreen } from '../PreferencesScreen'

export const Route = createFileRoute('/_signedIn/Preferences')({ component: PreferencesScreen })
