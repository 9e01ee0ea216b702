import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { shipVias } from '../shipvia/shipVias'

export const Route = createFileRoute('/_signedIn/MapShipVia')({ component: () => <ResourceScreen of={shipVias} /> })
