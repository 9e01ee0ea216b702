import { createFileRoute } from '@tanstack/react-router'
import { RuleScreen } from '../RuleScreen'

export const Route = createFileRoute('/_signedIn/RuleEngine')({ component: RuleScreen })
