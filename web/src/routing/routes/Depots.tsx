import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { depots } from '../fleet/depots'

export const Route = createFileRoute('/_signedIn/Depots')({ component: () => <ResourceScreen of={depots} /> })
