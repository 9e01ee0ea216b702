import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { roster } from '../rfq/roster'

export const Route = createFileRoute('/_signedIn/TruckloadRFQCarrier')({ component: () => <ResourceScreen of={roster} /> })
