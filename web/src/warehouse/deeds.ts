import { msg } from '@lingui/core/macro'
import type { Deed } from '@/kit/remote/remote'

const text = (v: unknown) => (v === undefined || v === null ? '' : String(v))

/** How what was done at the gate is told, where it needs another look: with both trucks that were given one door. */
export const deeds: Record<string, Deed> = {
  'Warehouse/AdmitTruck': {
    did: (a) => msg`You admitted ${text(a.LicensePlate)} of ${text(a.Carrier)} to door ${text(a.Door)}`,
    compare: (a, row) => [
      {
        label: msg`Truck`,
        yours: `${text(a.Carrier)} ${text(a.LicensePlate)}`,
        now: `${text(row.Carrier)} ${text(row.Number)}`.trim() || '–',
      },
      { label: msg`From`, yours: text(row.Admitted), now: text(row.StartTime) },
    ],
    edit: async (args) => (await import('./gate/admitAgain')).admitAgain(args as never), // the request that was sent
  },
}
