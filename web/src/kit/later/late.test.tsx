import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/render'
import { late } from './late'

const unfetched = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Weight-1.js'))
const Weight = ({ of }: { of: string }) => <p>The scale says {of}</p>

function Screen({ part }: { part: ReactNode }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <input aria-label="Pieces" value={typed} onChange={(e) => setTyped(e.currentTarget.value)} />
      {part}
    </>
  )
}

test('a part that cannot be had says so alone: what is typed beside it stays, and the part comes by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = vi.fn<() => Promise<ComponentType<{ of: string }>>>(unfetched)
  const Part = late(load)
  await show(<Screen part={<Part of="12 lb" />} />)
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTimeAsync })
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'This part of the screen is not on this device yet. It comes by itself as soon as there is a connection.',
  )
  await user.type(screen.getByLabelText('Pieces'), '7')
  const asked = load.mock.calls.length
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(load.mock.calls.length).toBeGreaterThan(asked)
  expect(screen.getByRole('alert')).toBeTruthy()

  load.mockImplementation(async () => Weight)
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(screen.getByText('The scale says 12 lb')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Pieces').value).toBe('7')
  vi.useRealTimers()
})
