import { createFileRoute } from '@tanstack/react-router'
import { VideosScreen } from '../videos/VideosScreen'

export const Route = createFileRoute('/_signedIn/HowToVideos')({ component: VideosScreen })
