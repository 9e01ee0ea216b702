import type { Shipment } from '@sync/gen/tables'
import { expect, test } from 'vitest'
import { shipmentEffects } from './effects'

const schedule = new Map(shipmentEffects).get('Shipment/UpdateStatusCode')

/** The status after scheduling a load in Rate & Route, with the carrier's row as this device has it. */
async function scheduled(carrier: { disabled: boolean } | undefined) {
  let row: Partial<Shipment> = { id: 'S1', status: 'Q', carrier: 'ODFL', signedAt: null, onDock: false, back: '' }
  const shipment = {
    get: async () => row,
    put: async (to: Partial<Shipment>) => {
      row = to
    },
  }
  const made = { id: 'M1', n: 1, op: '', args: {}, at: '2026-11-20T10:00:00Z', user: 'U1', device: 'D1' }
  const tables = { shipment, carrier: { get: async () => carrier } }
  await schedule?.run(tables as never, { ShipmentId: 'S1', StatusCode: 'T' } as never, made) // the registry holds effects of all ops
  return row.status
}

test('a load is not shown as scheduled with a carrier that was switched off: the server refuses it', async () => {
  expect(await scheduled({ disabled: true })).toBe('Q')
  expect(await scheduled({ disabled: false })).toBe('T')
  expect(await scheduled(undefined)).toBe('T') // whose device holds no carriers
})
