import { createFileRoute } from '@tanstack/react-router'
import { UnitScreen } from '../settings/UnitScreen'

export const Route = createFileRoute('/_signedIn/HandlingUnits')({ component: UnitScreen })
