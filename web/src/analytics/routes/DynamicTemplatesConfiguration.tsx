import { createFileRoute } from '@tanstack/react-router'
import { TemplatesScreen } from '../views/TemplatesScreen'

export const Route = createFileRoute('/_signedIn/DynamicTemplatesConfiguration')({ component: TemplatesScreen })
