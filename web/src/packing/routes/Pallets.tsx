import { createFileRoute } from '@tanstack/react-router'
import { PalletScreen } from '../settings/PalletScreen'

export const Route = createFileRoute('/_signedIn/Pallets')({ component: PalletScreen })
