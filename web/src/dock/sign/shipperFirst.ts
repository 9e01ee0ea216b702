import type { Bill } from '@/document/public'
import type { Load } from '../load/load'

/** Whether the shipper signs a bill, and for what: `hazmat` for hazardous materials that are aboard (49 CFR 172.204), `section-7` on a bill without recourse, `version` where the shipper may have signed the version before. */
export type ShipperSigns = 'hazmat' | 'section-7' | 'version' | undefined

/** Why the shipper signs. Without the bill on this device its load tells of what is hazardous. */
export function shipperSigns(
  load: Pick<Load, 'hazmat' | 'billVersion'>,
  bill: Pick<Bill, 'lines' | 'noRecourse'> | undefined,
): ShipperSigns {
  if (bill ? bill.lines.some((l) => l.hazmat) : load.hazmat.length > 0) return 'hazmat'
  if (bill?.noRecourse) return 'section-7'
  return load.billVersion > 1 ? 'version' : undefined
}

/** The driver waits until the shipper has signed. Who signed the version before is the server's to know: it refuses the driver's signature where the shipper did. */
export const driverWaits = (why: ShipperSigns, load: Pick<Load, 'certificate'>): boolean =>
  (why === 'hazmat' || why === 'section-7') && !load.certificate
