import { createFileRoute } from '@tanstack/react-router'
import { PostBackScreen } from '../postBack/PostBackScreen'

export const Route = createFileRoute('/_signedIn/PostBack')({ component: PostBackScreen })
