import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '@/kit/guest/ask'
import { show } from '@/kit/testing/render'
import { PickTime } from './PickTime'

const ask = vi.hoisted(() => vi.fn())
vi.mock('@/kit/guest/ask', async (real) => ({ ...(await real<object>()), ask }))

test('a time that was held for as long as it may be is booked without a hold', async () => {
  const slots = {
    site: { name: 'Atlanta', city: 'Atlanta', state: 'GA' },
    zone: 'UTC',
    warehouse: 'ATL',
    direction: 'inbound',
    current: null,
    kinds: [],
    free: [{ day: '2026-12-07', start: '09:00', minutes: 60, free: 1 }],
  }
  const said = 'This time was held for you for 30 minutes. Book it now, or choose another.'
  const asked: [string, Record<string, unknown>][] = []
  ask.mockImplementation(async (op: string, req: Record<string, unknown>) => {
    asked.push([op, req])
    if (op === 'CarrierPortal/HoldSlot')
      throw new Refused(422, 'invalid', 'No.', [{ field: 'StartTime', code: 'appointment-held-long', message: said }])
    return op === 'CarrierPortal/BookSlot' ? { id: 'A1' } : slots
  })
  const booked = vi.fn()
  await show(<PickTime of={{ WarehouseId: 'ATL', Direction: 'inbound' }} scac="SAIA" onBooked={booked} onClose={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: /9:00|09:00/ }))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.getByText(/no longer held/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/Load number/), 'L1')
  await userEvent.type(screen.getByLabelText(/Your name/), 'Bo')
  await userEvent.click(screen.getByRole('button', { name: 'Book this time' }))
  await vi.waitFor(() => expect(booked).toHaveBeenCalled())
  expect(asked.find(([op]) => op === 'CarrierPortal/BookSlot')?.[1]).toMatchObject({
    SlotDate: '2026-12-07',
    StartTime: '09:00',
    Name: 'Bo',
  })
})
