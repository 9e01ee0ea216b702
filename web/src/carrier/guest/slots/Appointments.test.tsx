import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { NoContact } from '@/kit/guest/ask'
import { show } from '@/kit/testing/render'
import { Appointments } from './Appointments'
import type { Waiting } from './Waits'

const ask = vi.hoisted(() => vi.fn())
vi.mock('@/kit/guest/ask', async (real) => ({ ...(await real<object>()), ask }))

const wait: Waiting = {
  id: 'W1',
  state: 'offered',
  warehouse: 'ATL',
  site: 'Atlanta',
  city: 'Atlanta',
  zone: 'UTC',
  direction: 'inbound',
  loadType: '',
  kind: '',
  requires: [],
  shipmentId: '',
  reference: 'PO 7',
  fromDay: '2026-12-07',
  untilDay: '2026-12-07',
  fromTime: '00:00',
  untilTime: '23:59',
  offerId: 'O1',
  day: '2026-12-07',
  start: '09:00',
  until: '2026-12-06T10:00:00Z',
}

const over = { day: '2026-12-07', start: '09:00', waits: true, keeps: false }

test('who declines the offer of the mail is told that it is still on the list', async () => {
  localStorage.clear()
  let waits = [wait]
  let offer: object | null = null
  ask.mockImplementation(async (op: string) => {
    if (op === 'CarrierPortal/EndWait') {
      waits = [{ ...wait, state: 'waiting', offerId: '', day: '', start: '', until: '' }]
      offer = { ...over, why: 'declined' }
      return waits[0]
    }
    return { booked: [], sites: [], waits, feed: false, offer }
  })
  await show(<Appointments scac="SAIA" mailed="O1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText(/still on the waiting list/)).toBeTruthy()
  expect(screen.queryByText(/no longer there/)).toBeNull()
  expect(ask).toHaveBeenCalledWith('CarrierPortal/EndWait', expect.objectContaining({ WaitId: 'W1', Decline: true, OfferId: 'O1' }))
})

test.each([
  ['declined', true, /You declined .*9:00.*still on the waiting list/],
  ['lapsed', true, /9:00.* no answer came in time.*still on the waiting list/],
  ['withdrawn', false, /withdrawn its offer of .*9:00.*no longer on the waiting list/],
])('the mail of an offer that was %s says so whenever it is opened', async (why, waits, said) => {
  localStorage.clear()
  ask.mockImplementation(async () => ({ booked: [], sites: [], waits: [], feed: false, offer: { ...over, why, waits } }))
  await show(<Appointments scac="SAIA" mailed="O1" />)
  expect((await screen.findByRole('status')).textContent).toMatch(said)
  expect(ask).toHaveBeenCalledWith('CarrierPortal/Appointments', expect.objectContaining({ OfferId: 'O1' }))
})

test('who keeps a place for a load that is not its own now is not told of another time, nor that it waits no more', async () => {
  localStorage.clear()
  ask.mockImplementation(async () => ({
    booked: [],
    sites: [],
    waits: [],
    feed: false,
    offer: { ...over, why: 'withdrawn', waits: false, keeps: true },
  }))
  await show(<Appointments scac="SAIA" mailed="O1" />)
  expect((await screen.findByRole('status')).textContent).toMatch(/withdrawn its offer of/)
  expect(screen.queryByText(/waiting list/)).toBeNull()
})

test('offline a mail does not tell what became of another mail', async () => {
  localStorage.clear()
  ask.mockImplementation(async () => ({ booked: [], sites: [], waits: [], feed: false, offer: { ...over, why: 'declined' } }))
  await show(<Appointments scac="SAIA" mailed="O1" />)
  expect(await screen.findByText(/You declined/)).toBeTruthy()
  cleanup()
  ask.mockImplementation(async () => {
    throw new NoContact()
  })
  await show(<Appointments scac="SAIA" mailed="O2" />)
  expect(await screen.findByText(/No connection/)).toBeTruthy()
  expect(screen.queryByText(/You declined/)).toBeNull()
  cleanup()
  await show(<Appointments scac="SAIA" mailed="O1" />)
  expect(await screen.findByText(/You declined/)).toBeTruthy()
})

test.each(['O1">%20x', 'O'.repeat(41)])('a mail whose address was mangled to %s opens the appointments', async (mailed) => {
  localStorage.clear()
  ask.mockClear()
  ask.mockImplementation(async () => ({ booked: [], sites: [], waits: [{ ...wait, offerId: 'O9' }], feed: false, offer: null }))
  await show(<Appointments scac="SAIA" mailed={mailed} />)
  expect(await screen.findByRole('button', { name: 'Decline' })).toBeTruthy()
  expect(ask).toHaveBeenCalledWith('CarrierPortal/Appointments', expect.not.objectContaining({ OfferId: expect.anything() }))
})
