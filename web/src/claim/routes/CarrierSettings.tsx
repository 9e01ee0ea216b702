import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { carrierTerms } from '../carriers/carrierTerms'

export const Route = createFileRoute('/_signedIn/CarrierSettings')({ component: () => <ResourceScreen of={carrierTerms} /> })
