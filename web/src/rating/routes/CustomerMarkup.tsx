import { createFileRoute } from '@tanstack/react-router'
import { MarkupScreen } from '../markup/MarkupScreen'

export const Route = createFileRoute('/_signedIn/CustomerMarkup')({ component: MarkupScreen })
