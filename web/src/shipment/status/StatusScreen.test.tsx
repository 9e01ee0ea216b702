import type { Shipment } from '@sync/gen/tables'
import { screen } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { dayIn, plusDays } from '@/kit/format/day'
import { fakeRemote, show } from '@/kit/testing/render'
import { StatusScreen } from './StatusScreen'

const db = new Dexie('status')
db.version(1).stores({ shipment: 'id, [status+shipOn]', shipment_cost: 'id', _meta: 'id' })
vi.mock('@sync/client', async (original) => ({ ...(await original<object>()), local: () => db }))
vi.mock('../bucket/Freshness', () => ({ Freshness: () => null }))
// A list draws the rows that there is room for, and nothing has a height here.
vi.mock('@/kit/list/ListScreen', () => ({ ListScreen: ({ rows }: { rows?: Shipment[] }) => rows?.map((s) => <p key={s.id}>{s.id}</p>) }))

afterEach(() => db.delete())

const today = dayIn('UTC', Date.now())
const load = (id: string, status: Shipment['status'], shipOn: string) => ({
  ...{ id, number: id, status, shipOn, orders: [], terms: 'P', mode: 'LTL', pallets: 1, pieces: 1, weight: { milli: 1000, unit: 'lb' } },
  ...{ origin: {}, destination: { name: `To ${id}` }, billTo: {}, services: [], stops: [], items: [], refs: [] },
})

test('what should have left by now stands in a tab called an exception, and nowhere as one that waits for its day', async () => {
  fakeRemote()
  await db
    .table('shipment')
    .bulkAdd([
      load('L-TENDERED', 'T', plusDays(today, -3)),
      load('L-CONFIRMED', 'M', plusDays(today, -9)),
      load('L-COMING', 'T', plusDays(today, 3)),
      load('L-GONE', 'A', plusDays(today, -3)),
      load('L-STOPPED', 'X', plusDays(today, -3)),
    ])
  await show(<StatusScreen wanted="NS" />)
  expect(await screen.findByText('L-TENDERED')).toBeTruthy()
  expect(screen.getByText('L-CONFIRMED')).toBeTruthy()
  for (const other of ['L-COMING', 'L-GONE', 'L-STOPPED']) expect(screen.queryByText(other)).toBeNull()
  const tab = screen.getAllByText(/Exception: not shipped/).map((e) => e.closest('a, button, [role=tab]')?.textContent ?? '')
  expect(tab.join()).toMatch(/Exception: not shipped\D*2/)
})
