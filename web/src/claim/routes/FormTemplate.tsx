import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { templates } from '../letter/templates'

export const Route = createFileRoute('/_signedIn/FormTemplate')({ component: () => <ResourceScreen of={templates} /> })
