import { createFileRoute } from '@tanstack/react-router'
import { FirstBucket } from '@/shipment/public'

export const Route = createFileRoute('/_signedIn/MultipleOrders')({ component: FirstBucket })
