import { createFileRoute } from '@tanstack/react-router'
import { OceanScreen } from '../ocean/OceanScreen'

export const Route = createFileRoute('/_signedIn/OceanTracking')({ component: OceanScreen })
