import type { DeviceKnown } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { readDevice } from './deviceList'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const device = (other: Partial<DeviceKnown>): DeviceKnown => ({
  id: '01M807G1F7AAJF9VWZYXZAFTKN',
  name: 'Android · Chrome',
  user: 'U1',
  enrolledAt: ago(9000),
  seenAt: ago(1),
  build: '1',
  heard: 4,
  settled: 4,
  status: {},
  revokedAt: null,
  ...other,
})

test.each([
  ['good', {}],
  ['silent', { seenAt: ago(11) }],
  ['sending', { status: { outbox: 3, oldestAt: ago(5) } }],
  // Unsent work that is old, or on a device that nobody hears, exists nowhere else.
  ['stuck', { status: { outbox: 3, oldestAt: ago(61) } }],
  ['stuck', { seenAt: ago(90), status: { outbox: 1, oldestAt: ago(20) } }],
  ['revoked', { revokedAt: ago(3), status: { outbox: 1 } }],
])('a device is %s', (state, other) => {
  expect(readDevice(device(other), new Map(), now).state).toBe(state)
})

test('people are named, and a queue that is empty has no age', () => {
  const read = readDevice(device({ status: { outbox: 0, oldestAt: ago(5) } }), new Map([['U1', 'Dan Ruiz']]), now)
  expect(read).toMatchObject({ who: 'Dan Ruiz', oldestAt: null, outbox: 0 })
})
