import { createFileRoute } from '@tanstack/react-router'
import { ShipScreen } from '../landing/ShipScreen'

export const Route = createFileRoute('/_signedIn/Ship')({ component: ShipScreen })
