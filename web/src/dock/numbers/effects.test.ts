import type { FreightItem } from '@sync/gen/tables'
import { expect, it } from 'vitest'
import { aLoad, aPallet, made, tablesOf } from '../testing/rows'
import { lpnOf, numberEffects } from './effects'
import { holds } from './holds'

const effects = new Map(numberEffects)
const run = (tables: object, op: string, args: object) => effects.get(op)?.run(tables as never, args as never, made({ op }))
const sscc = '006141410000070002'

it('an added pallet stands on the load at once, and once', async () => {
  const tables = tablesOf({ dock_shipment: [aLoad()], dock_pallet: [aPallet()] })
  const shipment = { get: async () => undefined }
  const args = { ShipmentId: 'S1', PalletId: 'NEW', Sscc: sscc, Description: ' Brushes ', Pieces: 12, Over: true }
  await run({ ...tables, shipment }, 'DockView/AddPallet', args)
  await run({ ...tables, shipment }, 'DockView/AddPallet', args)
  expect(tables.dock_pallet.all.get('NEW')).toMatchObject({
    lpn: 'LPN-0000070002',
    sscc,
    description: 'Brushes',
    pieces: 12,
    state: 'over',
  })
  expect(tables.dock_shipment.all.get('S1')?.totalPallets).toBe(3)
})

it('nothing is added under a signature', async () => {
  const tables = tablesOf({ dock_shipment: [aLoad({ state: 'signed' })], dock_pallet: [] })
  await run(tables, 'DockView/AddPallet', { ShipmentId: 'S1', PalletId: 'NEW', Sscc: sscc, Description: 'x', Pieces: 1 })
  expect(tables.dock_pallet.all.size).toBe(0)
})

it('the short number follows a new label, unless it is the customer’s own', async () => {
  const tables = tablesOf({
    dock_shipment: [aLoad()],
    dock_pallet: [aPallet({ id: 'A', sscc: '106141411234567897', lpn: lpnOf('106141411234567897') }), aPallet({ id: 'B', lpn: 'HU-77' })],
  })
  for (const PalletId of ['A', 'B']) await run(tables, 'DockView/LabelPallet', { ShipmentId: 'S1', PalletId, Sscc: sscc })
  expect(tables.dock_pallet.all.get('A')).toMatchObject({ sscc, lpn: 'LPN-0000070002' })
  expect(tables.dock_pallet.all.get('B')).toMatchObject({ sscc, lpn: 'HU-77' })
})

it('a corrected number is on the load and on the shipment that the bill is made from; another carrier takes its PRO away', async () => {
  const rows = tablesOf({ dock_shipment: [aLoad({ pro: 'P-1' })], dock_pallet: [] })
  const written: object[] = []
  const tables = {
    ...rows,
    shipment: { update: async (_: string, patch: object) => void written.push(patch) },
    carrier: { get: async (id: string) => (id === 'ODFL' ? { id, name: 'Old Dominion' } : undefined) },
  }
  await run(tables, 'DockView/UpdateShipmentDetails', { ShipmentId: 'S1', BolNumber: '06141411234567913' })
  expect(rows.dock_shipment.all.get('S1')).toMatchObject({ bol: '06141411234567913', pro: 'P-1' })
  await run(tables, 'DockView/UpdateShipmentDetails', { ShipmentId: 'S1', CarrierScac: 'odfl' })
  expect(rows.dock_shipment.all.get('S1')).toMatchObject({ carrier: 'ODFL', carrierName: 'Old Dominion', pro: '' })
  expect(written).toHaveLength(2)
  expect(written[1]).toMatchObject({ bol: '06141411234567913', carrier: 'ODFL', pro: '' })
})

it('an added pallet is of the line that was named, and over where it is of none', () => {
  const line = (code: string, more = {}) =>
    ({
      code,
      description: `Goods ${code}`,
      pieces: 4,
      packageType: 'CTN',
      pallets: 1,
      weight: { milli: 1000, unit: 'kg' },
      ...more,
    }) as FreightItem
  const lines = [line('A'), line('B', { order: 'SO-2' })]
  const of = (n: number) => [{ line: n, pieces: 0, weight: { milli: 0, unit: 'kg' }, ...(n === 1 && { order: 'SO-2' }) }]
  expect(holds(lines, { Line: 1, Description: 'x' })).toEqual({ over: false, itemCode: 'B', contents: of(1) })
  expect(holds(lines, { ItemCode: 'A', Description: 'x' })).toEqual({ over: false, itemCode: 'A', contents: of(0) })
  expect(holds(lines, { Description: 'Goods B' })).toEqual({ over: false, itemCode: 'B', contents: of(1) })
  expect(holds(lines, { Description: 'x' })).toEqual({ over: true, itemCode: '', contents: [] })
  expect(holds(lines.slice(0, 1), { Description: 'x' }).contents).toEqual(of(0))
  expect(holds(lines.slice(0, 1), { ItemCode: 'C', Description: 'x' }).over).toBe(true)
  expect(holds(lines, { Line: 1, Description: 'x', Over: true }).contents).toEqual([])
})
