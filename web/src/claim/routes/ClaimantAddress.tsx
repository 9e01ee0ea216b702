import { createFileRoute } from '@tanstack/react-router'
import { AddressScreen } from '../claimants/AddressScreen'

export const Route = createFileRoute('/_signedIn/ClaimantAddress')({ component: AddressScreen })
