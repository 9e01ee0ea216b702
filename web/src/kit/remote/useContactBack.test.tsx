import { NoContact } from '@sync/wire'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { Pending } from './Pending'
import type { SyncView } from './remote'
import { queries, useCall } from './useCall'

let view: SyncView
let watchers: Set<() => void>
const stands = async (next: Partial<SyncView>) => {
  view = { ...view, ...next }
  await act(async () => {
    for (const w of watchers) w()
  })
}
beforeEach(() => {
  view = { contact: 'online', lastContact: 1, waiting: 0, attention: 0, files: 0, loading: [], sending: false }
  watchers = new Set()
})
afterEach(() => queries.clear())

function Rates() {
  const called = useCall('Shipment/GetTlxTmsServices', undefined, { staleMs: 0 })
  return (
    <Pending called={called} offline="No connection now">
      <p>Rates{called.remote.asOf ? ' of yesterday' : ''}</p>
    </Pending>
  )
}

const world = (call: () => Promise<unknown>, lastAnswer?: () => Promise<{ at: number; value: unknown }>) =>
  fakeRemote({
    call,
    ...(lastAnswer ? { lastAnswer } : {}),
    status: () => view,
    watchStatus: (then) => {
      watchers.add(then)
      return () => watchers.delete(then)
    },
  })

test('what the network kept from us is asked again when it is back, and before that not', async () => {
  const call = vi.fn(async () => ({}))
  call.mockRejectedValueOnce(new NoContact('network'))
  world(call)
  await stands({ contact: 'offline' })
  await show(<Rates />)
  await screen.findByText('No connection now')
  await stands({ attention: 1 })
  expect(call).toHaveBeenCalledTimes(1)
  await stands({ contact: 'online' })
  await screen.findByText('Rates')
  expect(call).toHaveBeenCalledTimes(2)
})

test('a last answer is replaced by the present one when the network is back', async () => {
  const call = vi.fn(async () => ({}))
  call.mockRejectedValueOnce(new NoContact('network'))
  world(call, async () => ({ at: 5, value: {} }))
  await stands({ contact: 'offline' })
  await show(<Rates />)
  await screen.findByText('Rates of yesterday')
  await stands({ contact: 'online' })
  await screen.findByText('Rates')
})

test('a failure that nobody else noticed is asked once more when the server is heard, and not with every sign of it', async () => {
  const call = vi.fn(async () => {
    throw new NoContact('network')
  })
  world(call)
  await show(<Rates />)
  await screen.findByText('No connection now')
  expect(call).toHaveBeenCalledTimes(1)
  const heard = Date.now() + 60_000
  for (let n = 0; n < 4; n++) {
    await stands({ lastContact: heard + n })
    await screen.findByText('No connection now')
  }
  expect(call).toHaveBeenCalledTimes(2)
  await stands({ contact: 'offline' })
  await stands({ contact: 'online' })
  await screen.findByText('No connection now')
  expect(call).toHaveBeenCalledTimes(3)
})
