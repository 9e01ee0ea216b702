import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { vehicles } from '../fleet/vehicles'

export const Route = createFileRoute('/_signedIn/Vehicles')({ component: () => <ResourceScreen of={vehicles} /> })
