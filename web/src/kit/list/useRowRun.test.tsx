import { CallError } from '@sync/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { useRowRun } from './useRowRun'

const row = { id: 'a' }
function Row({ run }: { run: () => unknown }) {
  const start = useRowRun<typeof row>()
  return (
    <button type="button" onClick={() => void start({ run }, row)}>
      Delete
    </button>
  )
}

test('a row action that is refused is told, and one that is under way is not started again', async () => {
  fakeRemote()
  let refuse = (_: Error) => {}
  const run = vi.fn(() => new Promise((_, no) => (refuse = no)))
  await show(<Row run={run} />)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Delete' }))
  expect(run).toHaveBeenCalledTimes(1)
  refuse(new CallError(409, 'cube-in-use', {}, [], 0, 'A carrier is rated by this profile.'))
  expect(await screen.findByText('A carrier is rated by this profile.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
})
