import { createFileRoute } from '@tanstack/react-router'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { contacts } from '../contacts/contacts'

export const Route = createFileRoute('/_signedIn/ContactUs')({ component: () => <ResourceScreen of={contacts} /> })
