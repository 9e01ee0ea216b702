import { createFileRoute } from '@tanstack/react-router'
import { ShipmentListScreen } from '../bucket/ShipmentListScreen'

export const Route = createFileRoute('/_signedIn/ShipmentList')({ component: ShipmentListScreen })
