import { createFileRoute } from '@tanstack/react-router'
import { CubeScreen } from '../cube/CubeScreen'

export const Route = createFileRoute('/_signedIn/CubeRating')({ component: CubeScreen })
