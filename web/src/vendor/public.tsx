import { late } from '@/kit/later/late'

/** The links by which vendors ship, beside their addresses. */
export const PortalLinks = late(() => import('./links/PortalLinks').then((m) => m.PortalLinks), null)
