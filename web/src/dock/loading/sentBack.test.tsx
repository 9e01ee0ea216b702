import { messages } from '@sync/gen/messages.en'
import { act, screen, waitFor } from '@testing-library/react'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusalWords } from '@/kit/remote/refusalWords'
import type { Trouble } from '@/kit/remote/remote'
import { fakeRemote, show } from '@/kit/testing/render'
import { wedge } from '@/kit/testing/wedge'
import { aLoad, aPallet } from '../testing/rows'
import { tablet } from '../testing/tablet'
import { LoadingScreen } from './LoadingScreen'

const lpns = ['006141411234567890', '006141411234567906']
const pallets = lpns.map((lpn, i) => aPallet({ id: `S1P${i + 1}`, lpn, state: 'staged' }))

const busy = { timeout: 20_000 } // what is waited for comes; a machine may have other work

let t: Awaited<ReturnType<typeof tablet>>
beforeEach(async () => {
  refusalWords.set(messages)
  t = await tablet(aLoad({ state: 'loading' }), pallets)
  const { work } = t.client
  if (!work) throw new Error('nobody is signed in')
  fakeRemote({
    watchTroubles: (then) => {
      const found = liveQuery(() => work.outbox.trayOf(work.person.id)).subscribe((items) =>
        then(items.map(({ n, status, ...item }): Trouble => ({ ...item, key: String(n), kind: status }))),
      )
      return () => found.unsubscribe()
    },
  })
})
afterEach(() => t.close())

/** The network is back, and what waits is judged. */
async function sent(): Promise<void> {
  t.device.link = (next) => next
  t.client.work?.engine.nudge('online')
  await t.world.until(async () => (await t.client.work?.outbox.ledger())?.waiting === 0)
  await t.world.pass(2_000) // where the answer came before the effect was shown, that is looked at a second later
}

test('the tick of a scan goes when the server takes it from a person who is disabled, and says why', async () => {
  await show(<LoadingScreen id="S1" search={{}} onSearch={vi.fn()} />)
  await screen.findByText('Scan a pallet', undefined, busy)
  await act(async () => {}) // the screen listens
  wedge(document.body, lpns[0] ?? '')
  const tick = await waitFor(() => {
    const found = document.querySelector('[data-kind="load"]')
    if (!found) throw new Error('no tick yet')
    return found
  }, busy)
  t.world.server.disabled.add('U1')
  await sent()
  const verdict = await screen.findByText('Not accepted', undefined, busy)
  expect(document.querySelector('[data-kind="load"]')).toBeNull()
  expect(tick.isConnected).toBe(false) // another element, which a screen reader reads out
  await waitFor(() => expect(verdict.closest('[role="alert"]')?.textContent).toMatch(/access was withdrawn/), busy)

  wedge(document.body, lpns[1] ?? '') // the next scan is answered for itself
  await waitFor(() => expect(document.querySelector('[data-kind="load"]')).toBeTruthy(), busy)
  await sent()
  await waitFor(() => expect(document.querySelector('[data-kind="load"]')).toBeNull(), busy)
}, 60_000)
