import { NoContact } from '@sync/wire'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { keepDraft } from '@/kit/form/draft'
import type { SyncView } from '@/kit/remote/remote'
import { queries } from '@/kit/remote/useCall'
import { fakeRemote, show } from '@/kit/testing/render'
import { DynamicScreen } from './DynamicScreen'

vi.mock('../multiple/MultipleScreen', () => ({
  MultipleScreen: ({ draft, children }: { draft: string; children: React.ReactNode }) => (
    <main>
      {children}
      <input aria-label={draft} />
    </main>
  ),
}))

const answer = { Columns: [], Templates: [{ id: 'T1', name: 'Short', columns: [] }] }
const watchers = new Set<() => void>()
let contact: SyncView['contact'] = 'online'
const world = (call: () => Promise<unknown>) =>
  fakeRemote({
    call,
    status: () => ({ contact, lastContact: 1, waiting: 0, attention: 0, files: 0, loading: [], sending: false }),
    watchStatus: (then) => {
      watchers.add(then)
      return () => watchers.delete(then)
    },
  })
afterEach(() => {
  queries.clear()
  localStorage.clear()
})

test('what is typed while no template is known stays where it is when the templates come with the connection', async () => {
  const call = vi.fn(async () => answer)
  call.mockRejectedValueOnce(new NoContact('network'))
  world(call)
  contact = 'offline'
  await show(<DynamicScreen search={{}} />)
  await userEvent.type(await screen.findByLabelText('multiple.items.'), '7 pallets')
  contact = 'online'
  await act(async () => {
    for (const w of watchers) w()
  })
  expect(await screen.findByRole('option', { name: 'Short' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('multiple.items.').value).toBe('7 pallets')
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'Short')
  expect(await screen.findByLabelText('multiple.items.T1')).toBeTruthy()
})

test('it is still there when the page is opened again, and the first template where nothing is', async () => {
  world(async () => answer)
  contact = 'online'
  keepDraft('multiple.items.', { edits: [] })
  const { unmount } = await show(<DynamicScreen search={{}} />)
  await screen.findByRole('option', { name: 'All columns' })
  expect(screen.getByLabelText('multiple.items.')).toBeTruthy()
  unmount()
  localStorage.clear()
  await show(<DynamicScreen search={{}} />)
  expect(await screen.findByLabelText('multiple.items.T1')).toBeTruthy()
})
