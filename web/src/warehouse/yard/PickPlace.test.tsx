import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '@/kit/testing/render'
import { PickPlace } from './PickPlace'
import type { Yard } from './useYard'
import type { Spot, Trailer } from './yard'

const sent = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('@sync/send', async (real) => ({ ...(await real<object>()), ...sent }))

test('a place that is tapped twice is asked for once', async () => {
  fakeRemote()
  sent.send.mockReturnValue(new Promise(() => {})) // the device is slow to write it down
  const trailer = { id: 't1', number: '53021', rowId: '', spot: 0, door: '' } as Trailer
  const spot = { key: 'a1', kind: 'spots', name: 'A 1', place: { rowId: 'a', spot: 1, door: '' } } as unknown as Spot // what the dialog reads of it
  const yard = { trailers: [trailer], moves: [], map: { spots: [spot] }, spotOf: () => undefined } as unknown as Yard
  await show(<PickPlace yard={yard} picking={{ to: 'ask', trailer }} onClose={() => {}} />)
  await userEvent.dblClick(await screen.findByRole('button', { name: /A 1/ }))
  await waitFor(() => expect(sent.send).toHaveBeenCalledOnce())
})
