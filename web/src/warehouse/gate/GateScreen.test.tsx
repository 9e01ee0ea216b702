import { CallError, NoContact } from '@sync/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { GateScreen } from './GateScreen'

const slots = vi.hoisted(() => ({ heldSlots: vi.fn(), leaseSlots: vi.fn(), admitTruck: vi.fn() }))
vi.mock('@sync/slotLeases', async (real) => ({ ...(await real<object>()), ...slots }))
vi.mock('@sync/client', async (real) => ({
  ...(await real<object>()),
  current: () => ({ env: { clock: { elapsed: () => performance.now() + 1 } } }),
  working: () => ({ outbox: { newId: () => '01M8ES9MGF1DKZ13AZ3RDY5301' } }),
}))
vi.mock('@/kit/report/Sites', () => ({
  useSites: () => [{ id: 'ATL', name: 'Atlanta', zone: 'America/New_York' }],
  WarehouseChoice: () => null,
}))
vi.mock('./HeldDoors', () => ({ HeldDoors: () => <p>Doors held by gates</p> }))
vi.mock('./TrucksHere', () => ({ TrucksHere: () => null }))

const slot = (n: number, used?: object) => ({
  key: `slot:${n}`,
  LeaseId: String(n),
  Door: String(n),
  Directions: ['inbound'],
  Minutes: 60,
  AdmitFor: 7_200_000,
  from: Date.parse('2026-11-20T15:00:00Z'),
  ...used,
})
const open = () => show(<GateScreen warehouse="ATL" onWarehouse={() => {}} onBack={() => {}} />)
const hold = () => userEvent.click(screen.getByRole('button', { name: 'Hold doors here' }))

beforeEach(() => {
  for (const f of Object.values(slots)) f.mockReset()
  slots.heldSlots.mockResolvedValue({ free: [], used: [] })
  slots.leaseSlots.mockResolvedValue(2)
  fakeRemote()
})

test('whoever looks takes no doors; the device that is at the gate does, until they are given back', async () => {
  const first = await open()
  await screen.findByText('This device holds no doors.')
  expect(screen.getByText('Doors held by gates')).toBeTruthy()
  expect(slots.leaseSlots).not.toHaveBeenCalled()
  await hold()
  await vi.waitFor(() => expect(slots.leaseSlots).toHaveBeenCalledOnce())
  first.unmount()

  slots.heldSlots.mockResolvedValue({ free: [{ slot: slot(1), left: 7_200_000 }], used: [] })
  const again = await open() // by itself from now on
  await vi.waitFor(() => expect(slots.leaseSlots).toHaveBeenCalledTimes(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Give the doors back' }))
  await vi.waitFor(() => expect(slots.leaseSlots.mock.calls.at(-1)?.[2]).toBe(true))
  again.unmount()

  slots.heldSlots.mockResolvedValue({ free: [], used: [] })
  await open()
  await screen.findByText('This device holds no doors.')
  expect(slots.leaseSlots).toHaveBeenCalledTimes(3)
})

test('says why it is refused doors, and asks no more where it may not', async () => {
  slots.leaseSlots.mockRejectedValue(new CallError(403, 'right-missing', {}, [], 0, 'You may not hold doors.'))
  await open()
  await screen.findByText('This device holds no doors.')
  await hold()
  await screen.findByText('You may not hold doors.')
  expect(screen.queryByText(/All doors are booked/)).toBeNull()
  await screen.findByRole('button', { name: 'Hold doors here' })
  expect(slots.leaseSlots).toHaveBeenCalledOnce()
})

test('without a network nothing is refused', async () => {
  slots.leaseSlots.mockRejectedValue(new NoContact('network'))
  await open()
  await screen.findByText('This device holds no doors.')
  await hold()
  await screen.findByText(/^No door is left/)
  expect(screen.queryByText(/Nothing was sent/)).toBeNull()
})

test('a truck that the server refused, or that was given up, does not look like one that stands', async () => {
  const used = (plate: string) => ({ used: { id: plate, at: '2026-11-20T15:00:00Z', plate, carrier: 'Estes' } })
  slots.heldSlots.mockResolvedValue({
    free: [],
    used: [
      { ...slot(1, used('GA 1')), stands: 'told' },
      { ...slot(2, used('GA 2')), stands: 'refused' },
      { ...slot(3, used('GA 3')), stands: 'waiting' },
      { ...slot(4, used('GA 4')), stands: 'discarded' },
    ],
  })
  await open()
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((r) => within(r).queryByText('Not accepted: look under Needs attention') !== null)).toEqual([false, true, false, false])
  expect(rows.map((r) => within(r).queryByText('Not sent yet') !== null)).toEqual([false, false, true, false])
  expect(rows.map((r) => within(r).queryByText('Discarded: this truck was not admitted') !== null)).toEqual([false, false, false, true])
})

test('says that it asks before it says that there is nothing to have', async () => {
  let answer = (_: number) => {}
  slots.leaseSlots.mockReturnValue(
    new Promise<number>((done) => {
      answer = done
    }),
  )
  await open()
  await screen.findByText('This device holds no doors.')
  await hold()
  await screen.findByText('Asking for doors…')
  expect(screen.queryByText(/All doors are booked/)).toBeNull()
  answer(2)
  await screen.findByText(/All doors are booked/)
  await userEvent.click(screen.queryByRole('button', { name: 'Give the doors back' }) ?? document.body)
})
