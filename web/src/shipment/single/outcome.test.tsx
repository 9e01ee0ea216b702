import type { Shipment } from '@sync/gen/tables'
import Dexie, { type EntityTable } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Trouble } from '@/kit/remote/remote'
import { fakeRemote } from '@/kit/testing/render'
import { outcome } from './outcome'

const db = new Dexie('outcome') as Dexie & { shipment: EntityTable<Shipment, 'id'> }
db.version(1).stores({ shipment: 'id' })
const guess = { id: 'S1', number: 'WEB-1', bol: '', status: 'T' } as Shipment // as the device makes it; of the rest nothing is read
const refusal = (id: string, op = 'Shipment/BookCollect') =>
  ({
    key: '7',
    op,
    args: { ShipmentId: id },
    code: 'invalid-fields',
    params: {},
    errors: [{ field: 'Shipment.Customer', message: '' }],
  }) as unknown as Trouble // likewise
const row = () => db.shipment.get('S1')

let tell: (list: Trouble[]) => void
let watched = 0
beforeEach(async () => {
  await db.shipment.put(guess)
  watched = 0
  fakeRemote({
    watchTroubles: (then) => {
      tell = then
      watched++
      return () => {
        watched--
      }
    },
  })
})
afterEach(() => db.shipment.clear())

test('the number comes with the row of the server, not with what the device made of it', async () => {
  const heard = outcome('S1', row)
  await db.shipment.put({ ...guess, number: 'L1', bol: '0614' })
  expect((await heard)?.booked).toMatchObject({ number: 'L1', bol: '0614' })
  expect(watched).toBe(0)
})

test('a refusal of this booking is heard, another is not', async () => {
  const heard = outcome('S1', row)
  tell([refusal('S2'), refusal('S1', 'Shipment/SaveShipment')])
  tell([refusal('S2'), refusal('S1')])
  expect((await heard)?.refused?.errors[0]?.field).toBe('Shipment.Customer')
  expect(watched).toBe(0)
})

test('where nothing comes, the form waits no longer than a little', async () => {
  expect(await outcome('S1', row)).toBeUndefined()
  expect(watched).toBe(0)
})
