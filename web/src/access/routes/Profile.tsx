import { createFileRoute, redirect } from '@tanstack/react-router'
import { theRemote } from '@/kit/remote/remote'
import { ProfileScreen } from '../ProfileScreen'

export const Route = createFileRoute('/Profile')({
  beforeLoad: () => {
    if (!theRemote().session()) throw redirect({ to: '/' })
  },
  component: ProfileScreen,
})
