import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '../users/UsersScreen'

export const Route = createFileRoute('/_signedIn/ManageUsers')({ component: UsersScreen })
