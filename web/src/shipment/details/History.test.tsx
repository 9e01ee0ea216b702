import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '@/kit/testing/render'
import { History } from './History'
import type { Event } from './useShipment'

const event = (id: string, at: string, atRaw: string): Event => ({
  id,
  n: 1,
  kind: 'loading-started',
  data: {},
  userName: 'Dan Ruiz',
  userId: 'U-DOCK',
  device: '01JD',
  at,
  atRaw,
  loggedAt: at,
})

test('an action of a device whose clock was off says what that clock said, and no other does', async () => {
  const events = [
    event('A', '2026-11-20T12:00:00Z', '2026-11-20T12:00:30Z'),
    event('B', '2026-11-20T12:05:00Z', '2026-11-19T12:05:00Z'),
    event('C', '2026-11-20T12:06:00Z', ''), // done on the server
  ]
  await show(<History shipment="S" events={events} zone="America/New_York" />)
  const marked = screen.getAllByText(/clock said/)
  expect(marked).toHaveLength(1)
  expect(marked[0]?.textContent).toMatch(/Nov 19/)
})
