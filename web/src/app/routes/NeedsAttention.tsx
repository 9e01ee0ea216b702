import { createFileRoute } from '@tanstack/react-router'
import { AttentionScreen } from '../attention/AttentionScreen'

export const Route = createFileRoute('/_signedIn/NeedsAttention')({ component: AttentionScreen })
