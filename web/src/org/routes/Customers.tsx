import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { customers } from '../places/places'

export const Route = createFileRoute('/_signedIn/Customers')({ component: () => <ResourceScreen of={customers} /> })
