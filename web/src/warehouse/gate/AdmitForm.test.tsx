import type { Slots } from '@sync/slotLeases'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { AdmitForm } from './AdmitForm'

vi.mock('@sync/client', async (real) => ({
  ...(await real<object>()),
  working: () => ({ outbox: { newId: () => '01M8ES9MGF1DKZ13AZ3RDY5301' } }),
}))

const free = (...doors: string[]) =>
  doors.map((Door) => ({
    slot: { key: Door, LeaseId: `L${Door}`, Door, Directions: ['inbound'], Minutes: 60, AdmitFor: 7_200_000 },
    left: 60_000,
  })) as unknown as Slots['free'] // what the form reads of it

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fakeRemote()
})

test('a door that was chosen and has lapsed is not exchanged for another without a word', async () => {
  const admit = vi.fn().mockResolvedValue(undefined)
  let lapse = () => {}
  function Gate() {
    const [doors, setDoors] = useState(free('1', '2'))
    lapse = () => setDoors(free('1'))
    return <AdmitForm warehouse="ATL" free={doors} admit={admit} />
  }
  await show(<Gate />)
  await userEvent.type(screen.getByLabelText('License plate'), 'GA 1')
  await userEvent.type(screen.getByLabelText('Carrier'), 'Estes')
  await userEvent.type(screen.getByLabelText('Driver'), 'Luis Vega')
  await userEvent.click(screen.getByLabelText('2'))
  act(lapse)
  expect(screen.getByRole('alert').textContent).toContain('Door 2 is no longer yours to give')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'No door to admit to' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('1'))
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Admit to door 1' }))
  expect(admit.mock.lastCall?.[0]).toBe('L1')
})
