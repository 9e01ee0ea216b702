import type { Ops } from '@sync/gen/api'
import type { Order } from '@sync/gen/tables'
import type { OfflineOp } from '@sync/ops'
import { expect, test } from 'vitest'
import { orderEffects } from './effects'

const effects = new Map(orderEffects)

/** The row after these actions, one after the other. */
async function after(rev: number, ...all: [OfflineOp, Ops[OfflineOp]['req']][]): Promise<Partial<Order>> {
  let row: Partial<Order> = { id: 'O1', state: 'open', rev }
  const order_open = {
    get: async () => row,
    update: async (_: string, to: Partial<Order>) => {
      row = { ...row, ...to }
      return true
    },
  }
  const made = { id: 'M1', n: 1, op: '', args: {}, at: '2026-11-20T10:00:00Z', user: 'U1', device: 'D1' }
  for (const [op, args] of all) await effects.get(op)?.run({ order_open } as never, args as never, made) // the registry holds effects of all ops
  return row
}

const head = (Seen: number): [OfflineOp, Ops[OfflineOp]['req']] => [
  'Shipment/UpdatePendingOrder',
  { OrderId: 'O1', Seen, ShipOn: '2026-11-21' },
]
const items = (Seen: number): [OfflineOp, Ops[OfflineOp]['req']] => ['Shipment/SaveItemDetails', { OrderId: 'O1', Seen, Items: [] }]

test('each change raises the revision that it was made on', async () => {
  expect(await after(5, head(5))).toMatchObject({ rev: 6, shipOn: '2026-11-21' })
  expect(await after(5, head(5), items(6))).toMatchObject({ rev: 7 })
})

test('a change that the server’s row has already is not counted again', async () => {
  expect(await after(6, head(5))).toMatchObject({ rev: 6 })
  expect(await after(6, head(5), items(6))).toMatchObject({ rev: 7 })
})
