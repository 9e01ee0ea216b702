import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { fixedRoutes } from '../fleet/fixedRoutes'

export const Route = createFileRoute('/_signedIn/FixedRoutes')({ component: () => <ResourceScreen of={fixedRoutes} /> })
