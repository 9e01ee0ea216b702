import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { YardHistory } from './YardHistory'

const asked = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@sync/call', async (real) => ({ ...(await real<object>()), ...asked }))
vi.mock('@/kit/list/ListScreen', () => ({
  ListScreen: ({ rows, children }: { rows?: { EventId: string }[]; children: React.ReactNode }) => (
    <>
      <p>{rows?.map((r) => r.EventId).join()}</p>
      {children}
    </>
  ),
}))

test('says that there is more, and goes on from the last that is shown', async () => {
  const first = vi.fn(async (_op: string, _request: object) => ({ events: [{ EventId: 'c' }, { EventId: 'b' }], more: true }))
  fakeRemote({ call: first as never })
  asked.call.mockResolvedValue({ events: [{ EventId: 'a' }], more: false })
  await show(<YardHistory warehouse="ATL" zone="America/New_York" />)
  await screen.findByText('c,b')
  await userEvent.click(screen.getByRole('button', { name: 'Load earlier events' }))
  await screen.findByText('c,b,a')
  expect(asked.call.mock.lastCall).toEqual(['Yard/History', { WarehouseId: 'ATL', Before: 'b' }])
  expect(screen.queryByRole('button', { name: 'Load earlier events' })).toBeNull()

  await userEvent.type(screen.getByLabelText('Trailer number'), '53021{Enter}')
  await waitFor(() => expect(first.mock.lastCall?.[1]).toEqual({ WarehouseId: 'ATL', Number: '53021' }))
})
