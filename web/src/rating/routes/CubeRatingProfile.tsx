import { createFileRoute } from '@tanstack/react-router'
import { CubeProfileScreen } from '../cube/CubeProfileScreen'

export const Route = createFileRoute('/_signedIn/CubeRatingProfile')({ component: CubeProfileScreen })
