import type { DeviceKnown, DeviceTold } from '@sync/gen/api'
import { expect, test } from 'vitest'
import { readDevice } from './deviceList'
import { devicesSearch } from './search'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const device = (told: Partial<DeviceTold> = {}, other: Partial<DeviceKnown> = {}): DeviceKnown => ({
  id: '01M807G1F7AAJF9VWZYXZAFTKN',
  name: 'Android · Chrome',
  user: 'U1',
  enrolledAt: ago(9000),
  seenAt: ago(1),
  build: '1',
  heard: 4,
  settled: 4,
  status: {
    device: '01M807G1F7AAJF9VWZYXZAFTKN',
    outbox: 0,
    oldestAt: null,
    build: '1',
    storage: null,
    offsetMs: 0,
    error: '',
    holds: null,
    battery: null,
    lagMs: 0,
    ...told,
  },
  revokedAt: null,
  wipedAt: null,
  lostFiles: 0,
  asked: [],
  tray: 0,
  logAt: null,
  ...other,
})

test.each([
  ['good', device()],
  ['silent', device({}, { seenAt: ago(16) })],
  ['sending', device({ outbox: 3, oldestAt: ago(5) })],
  // Unsent work that is old, or on a device that nobody hears, exists nowhere else.
  ['stuck', device({ outbox: 3, oldestAt: ago(16) })],
  ['stuck', device({ outbox: 1, oldestAt: null }, { seenAt: ago(20) })],
  ['revoked', device({ outbox: 1 }, { revokedAt: ago(3) })],
  ['clearing', device({ outbox: 1, oldestAt: ago(90) }, { revokedAt: ago(3), asked: ['wipe'] })],
  ['wiped', device({}, { revokedAt: ago(3), wipedAt: ago(1) })],
])('a device is %s', (state, known) => {
  expect(readDevice(known, new Map(), now).state).toBe(state)
})

test('power and how far behind it is are told where the device told them', () => {
  expect(readDevice(device({ battery: { percent: 17, charging: false }, lagMs: 90_000 }), new Map(), now)).toMatchObject({
    battery: 17,
    charging: false,
    lag: 90_000,
  })
  expect(readDevice(device({ device: '' }), new Map(), now)).toMatchObject({ battery: undefined, lag: undefined, outbox: undefined })
})

test('the address keeps what is shown', () => {
  expect(devicesSearch({ show: 'stuck', device: '01M807G1F7AAJF9VWZYXZAFTKN' })).toEqual({
    show: 'stuck',
    device: '01M807G1F7AAJF9VWZYXZAFTKN',
  })
  expect(devicesSearch({ show: 'all', device: '../x', work: 'yes' })).toEqual({})
})

test('people are named, and a queue that is empty has no age', () => {
  const read = readDevice(device({ outbox: 0, oldestAt: ago(5) }), new Map([['U1', 'Dan Ruiz']]), now)
  expect(read).toMatchObject({ who: 'Dan Ruiz', oldestAt: null, outbox: 0 })
})
