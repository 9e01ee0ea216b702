import { createFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '../check/CheckScreen'

export const Route = createFileRoute('/_signedIn/CheckPaper')({ component: CheckScreen })
