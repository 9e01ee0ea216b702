import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '../PasswordScreen'

export const Route = createFileRoute('/_signedIn/Password')({ component: PasswordScreen })
