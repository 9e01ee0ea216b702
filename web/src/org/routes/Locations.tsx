import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { locations } from '../places/places'

export const Route = createFileRoute('/_signedIn/Locations')({ component: () => <ResourceScreen of={locations} /> })
