import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { flags } from '../manage/flags'

export const Route = createFileRoute('/_signedIn/Flags')({ component: () => <ResourceScreen of={flags} /> })
