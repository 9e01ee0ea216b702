import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { vendors } from '../places/places'

export const Route = createFileRoute('/_signedIn/Vendors')({ component: () => <ResourceScreen of={vendors} /> })
