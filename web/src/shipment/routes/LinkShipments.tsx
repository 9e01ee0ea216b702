import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '../link/LinkScreen'

export const Route = createFileRoute('/_signedIn/LinkShipments')({ component: LinkScreen })
