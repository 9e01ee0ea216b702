import type { Ops } from '@sync/gen/api'
import type { OfflineOp } from '@sync/ops'
import { expect, it } from 'vitest'
import { dockEffects } from '../effects'
import { aLoad, aPallet, made, tablesOf } from '../testing/rows'

const effects = new Map(dockEffects)
const run = <N extends OfflineOp>(tables: object, op: N, args: Ops[N]['req']) =>
  effects.get(op)?.run(tables as never, args as never, made({ op })) // the registry holds effects of all ops
const inches = (milli: number) => ({ milli, unit: 'in' })
const change = {
  ShipmentId: 'S1',
  Flag: 'U',
  HuId: 'P1',
  ItemCode: 'PT-1',
  Length: inches(48_000),
  Width: inches(40_000),
  Height: inches(52_000),
  Weight: { milli: 812_500, unit: 'lb' },
  Quantity: 40,
}

it('a pallet measured again shows it at once, and keeps what it is called', async () => {
  const tables = tablesOf({ dock_shipment: [aLoad()], dock_pallet: [aPallet()] })
  await run(tables, 'DockView/UpdatePalletPopupDetails', change)
  expect(tables.dock_pallet.all.get('P1')).toMatchObject({
    itemCode: 'PT-1',
    pieces: 40,
    height: inches(52_000),
    weight: { milli: 812_500, unit: 'lb' },
    description: 'Widgets',
  })
})

it.each([
  ['under a signature', aLoad({ state: 'signed' }), aPallet(), change],
  ['of another load', aLoad(), aPallet({ shipmentId: 'S2' }), change],
  ['with fewer pieces than are noted short', aLoad(), aPallet({ short: 41 }), change],
  [
    'that is on the trailer taken away',
    aLoad(),
    aPallet({ scannedAt: '2026-11-20T13:00:00Z' }),
    { ShipmentId: 'S1', Flag: 'D', HuId: 'P1' },
  ],
  ['that is only read', aLoad(), aPallet(), { ...change, Flag: 'S' }],
])('nothing is shown for a pallet %s', async (_, load, pallet, args) => {
  const tables = tablesOf({ dock_shipment: [load], dock_pallet: [pallet] })
  await run(tables, 'DockView/UpdatePalletPopupDetails', args)
  expect(tables.dock_pallet.all.get('P1')).toEqual(pallet)
  expect(tables.dock_shipment.all.get('S1')).toEqual(load)
})

it('a pallet taken from its load is counted no more', async () => {
  const tables = tablesOf({ dock_shipment: [aLoad()], dock_pallet: [aPallet()] })
  await run(tables, 'DockView/UpdatePalletPopupDetails', { ShipmentId: 'S1', Flag: 'D', HuId: 'P1' })
  expect(tables.dock_pallet.all.size).toBe(0)
  expect(tables.dock_shipment.all.get('S1')?.totalPallets).toBe(1)
})

it('what was measured at the closing stays when the doors are closed again without', async () => {
  const tables = tablesOf({ dock_shipment: [aLoad({ temperature: '2 to 8 °C' })], dock_pallet: [] })
  await run(tables, 'DockView/FinishLoading', { ShipmentId: 'S1', Seal: 'UL-1', Temperature: { milli: 4200, unit: 'C' } })
  await run(tables, 'DockView/FinishLoading', { ShipmentId: 'S1', Seal: 'UL-2' })
  expect(tables.dock_shipment.all.get('S1')).toMatchObject({ seal: 'UL-2', measured: { milli: 4200, unit: 'C' } })
})

it('an order added at the dock stands among the open ones of its warehouse', async () => {
  const put: { scopes?: string[] }[] = []
  const tables = { order_open: { get: async () => undefined, put: async (row: object) => void put.push(row) } }
  const item = { description: 'Vaccines', pieces: 4, packageType: 'CTN', pallets: 1, weight: { milli: 400_000, unit: 'lb' } }
  await run(tables, 'DockView/OrderIntegration', {
    OrderId: 'O1',
    OrderData: {
      OrderNumber: ' WALK-1 ',
      WHSE: 'ATL',
      ShipOn: '2026-11-20',
      Customer: '',
      PaymentType: 'P',
      Carrier: 'saia',
      SpecialInstruction: '',
      Consignee: { name: 'Gulf', street: '1 Pier', city: 'Houston', state: 'TX', zip: '77002', country: 'US' },
      Items: [item, { ...item, pieces: 2, pallets: 0 }],
    },
  })
  expect(put).toEqual([
    expect.objectContaining({
      number: 'WALK-1',
      state: 'open',
      pieces: 6,
      pallets: 1,
      carrier: 'SAIA',
      scopes: ['wh:ATL'],
      createdBy: 'U-DOCK',
    }),
  ])
})
