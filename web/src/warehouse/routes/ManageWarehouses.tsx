import { createFileRoute } from '@tanstack/react-router'
import { SitesScreen } from '../sites/SitesScreen'

export const Route = createFileRoute('/_signedIn/ManageWarehouses')({ component: SitesScreen })
