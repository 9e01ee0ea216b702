import { createFileRoute } from '@tanstack/react-router'
import { TruckScreen } from '../truck/TruckScreen'

export const Route = createFileRoute('/_signedIn/TruckConsolidation')({ component: TruckScreen })
