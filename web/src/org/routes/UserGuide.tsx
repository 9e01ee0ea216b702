import { createFileRoute } from '@tanstack/react-router'
import { GuideScreen } from '../guide/GuideScreen'

export const Route = createFileRoute('/_signedIn/UserGuide')({ component: GuideScreen })
