import { late } from '@/kit/later/late'

/** The links by which vendors ship, beside their addresses. */
export const PortalLinks = late(() => import('./links/PortalLinks').then((m) => m.PortalLinks), null)

/** What a vendor booked of a load that goes by sea or air, on the load's page. */
export const BookingPart = late(() => import('./office/BookingPart').then((m) => m.BookingPart), null)

/** The links by which forwarders tell of containers, beside those of vendors. */
export const ForwarderLinks = late(() => import('./links/ForwarderLinks').then((m) => m.ForwarderLinks), null)
