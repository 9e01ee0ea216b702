import { createFileRoute } from '@tanstack/react-router'
import { ImpersonationScreen } from '../impersonation/ImpersonationScreen'

export const Route = createFileRoute('/_signedIn/UserImpersonation')({ component: ImpersonationScreen })
