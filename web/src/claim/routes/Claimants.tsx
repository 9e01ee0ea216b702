import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { claimants } from '../claimants/claimants'

export const Route = createFileRoute('/_signedIn/Claimants')({ component: () => <ResourceScreen of={claimants} /> })
