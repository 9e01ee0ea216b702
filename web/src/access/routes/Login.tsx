import { createFileRoute, redirect } from '@tanstack/react-router'
import { theRemote } from '@/kit/remote/remote'
import { LoginScreen } from '../LoginScreen'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (theRemote().session()) throw redirect({ to: '/Home' })
  },
  component: LoginScreen,
})
