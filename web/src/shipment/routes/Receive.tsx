import { createFileRoute } from '@tanstack/react-router'
import { ReceiveScreen } from '../landing/ShipScreen'

export const Route = createFileRoute('/_signedIn/Receive')({ component: ReceiveScreen })
