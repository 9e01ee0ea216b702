import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { holidays } from '../holidays/holidays'

export const Route = createFileRoute('/_signedIn/Holidays')({ component: () => <ResourceScreen of={holidays} /> })
