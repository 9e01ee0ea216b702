import { createFileRoute } from '@tanstack/react-router'
import { SingleOrderScreen } from '../landing/ShipScreen'

export const Route = createFileRoute('/_signedIn/SingleOrder')({ component: SingleOrderScreen })
