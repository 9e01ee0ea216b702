import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { hours } from '../hours/hours'

export const Route = createFileRoute('/_signedIn/HoursOfOperation')({ component: () => <ResourceScreen of={hours} /> })
