import { CallError } from '@sync/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { Pending } from './Pending'
import { queries, useCall } from './useCall'

afterEach(() => queries.clear())

function Form() {
  const called = useCall('Shipment/GetTlxTmsServices', undefined, { staleMs: 0 })
  return (
    <Pending called={called} offline="No connection now">
      <input aria-label="Note" />
    </Pending>
  )
}

test('what is typed stays when the page is asked for again and the session has ended meanwhile', async () => {
  const call = vi.fn(async () => ({}))
  fakeRemote({ call })
  await show(<Form />)
  await userEvent.type(await screen.findByLabelText('Note'), 'dock 7')
  call.mockRejectedValueOnce(new CallError(401, 'session-ended'))
  await act(() => queries.refetchQueries())
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('dock 7')
  await act(() => queries.refetchQueries())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('dock 7')
})

test('where nothing was found yet, only the refusal is there', async () => {
  fakeRemote({ call: async () => Promise.reject(new CallError(403, 'no-page')) })
  await show(<Form />)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByLabelText('Note')).toBeNull()
})
