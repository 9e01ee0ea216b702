import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { drivers } from '../fleet/drivers'

export const Route = createFileRoute('/_signedIn/Drivers')({ component: () => <ResourceScreen of={drivers} /> })
