import { createFileRoute } from '@tanstack/react-router'
import { PalletsScreen } from '../pallets/PalletsScreen'

export const Route = createFileRoute('/_signedIn/PalletsOnDock')({ component: PalletsScreen })
