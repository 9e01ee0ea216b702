import type { Local, Made } from '@sync/effect'
import type { Rows } from '@sync/gen/tables'
import type { Load, Pallet } from '../load/load'

const synced = { version: 7, scopes: ['wh:ATL'] }
const nothing = { milli: 0, unit: '' }

export const aLoad = (given: Partial<Load> = {}): Load => ({
  id: 'S1',
  warehouse: 'ATL',
  bol: '06141411234567913',
  pro: '',
  carrier: 'RLCA',
  carrierName: 'R&L Carriers',
  orders: ['SO-1'],
  shipOn: '2026-11-20',
  dueAt: '2026-11-20T15:00:00Z',
  door: '4',
  state: 'waiting',
  totalPallets: 2,
  loadedPallets: 0,
  pieces: 96,
  weight: { milli: 3_260_000, unit: 'lb' },
  hazmat: [],
  temperature: '',
  measured: nothing,
  trailer: '',
  seal: '',
  driverId: '',
  driverName: '',
  driverPhone: '',
  driverLicence: '',
  consignee: 'Lakeview',
  city: 'Reno',
  region: 'NV',
  signedBy: '',
  signedAt: null,
  signature: '',
  strokes: '',
  consent: '',
  digest: '',
  billVersion: 1,
  correction: '',
  certificate: null,
  note: '',
  nobody: '',
  dueBy: null,
  arrivedAt: null,
  workedAt: null,
  arrivalAgreedAt: null,
  releaseAgreedAt: null,
  crew: [],
  laid: true,
  ...synced,
  ...given,
})

export const aPallet = (given: Partial<Pallet> = {}): Pallet => ({
  id: 'P1',
  shipmentId: 'S1',
  warehouse: 'ATL',
  lpn: 'LPN-0000044471',
  sscc: '106141411234567897',
  description: 'Widgets',
  pieces: 48,
  weight: { milli: 1_630_000, unit: 'lb' },
  state: 'staged',
  short: 0,
  note: '',
  photos: [],
  damageNote: '',
  damageBy: '',
  shortNote: '',
  shortBy: '',
  shortPhotos: [],
  contents: [],
  scannedAt: null,
  scannedBy: '',
  device: '',
  itemCode: '',
  length: nothing,
  width: nothing,
  height: nothing,
  lot: '',
  expiresOn: '',
  bestBefore: '',
  ...synced,
  ...given,
})

type Table = 'dock_shipment' | 'dock_pallet' | 'dock_driver'
type Given = { [T in Table]?: Rows[T][] }

/** Local tables in memory, as an effect sees them. */
export function tablesOf(given: Given) {
  const table = <R extends { id: string }>(rows: R[] = []): Local<R> & { all: Map<string, R> } => {
    const all = new Map(rows.map((r) => [r.id, r]))
    return {
      all,
      get: async (key) => all.get(key),
      where: async (index, value) => [...all.values()].filter((r) => r[index] === value),
      put: async (row) => void all.set(row.id, row),
      update: async (key, patch) => {
        const row = all.get(key)
        if (row) all.set(key, { ...row, ...patch })
        return row !== undefined
      },
      delete: async (key) => void all.delete(key),
    }
  }
  return {
    dock_shipment: table(given.dock_shipment),
    dock_pallet: table(given.dock_pallet),
    dock_driver: table(given.dock_driver),
  }
}

export const made = (given: Partial<Made> = {}): Made => ({
  id: 'M1',
  n: 1,
  op: '',
  args: {},
  at: '2026-11-20T14:00:00.000Z',
  user: 'U-DOCK',
  device: 'D1',
  ...given,
})
