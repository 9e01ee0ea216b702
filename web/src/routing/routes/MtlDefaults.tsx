import { createFileRoute } from '@tanstack/react-router'
import { DefaultsScreen } from '../defaults/DefaultsScreen'

export const Route = createFileRoute('/_signedIn/MtlDefaults')({ component: DefaultsScreen })
