import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Session, SyncView } from '@/kit/remote/remote'
import { fakeRemote, show } from '@/kit/testing/render'
import { Notices } from './Notices'
import { PersonPanel } from './PersonPanel'

const me: Session = {
  user: 'me',
  userName: 'me@demo.test',
  name: 'Ann Archer',
  org: '1',
  pages: new Set<number>(),
  rights: new Set<never>(),
  warehouses: [],
  known: true,
  expired: false,
}

const panel = async (view: Partial<SyncView>) => {
  const signOut = vi.fn(async () => {})
  const all: SyncView = { contact: 'online', waiting: 0, attention: 0, files: 0, loading: [], sending: false, ...view }
  fakeRemote({ session: () => me, status: () => all, signOut })
  await show(<PersonPanel onClose={() => {}} onShortcuts={() => {}} />)
  return signOut
}

test('signing out without a network says what follows, and offers to stay', async () => {
  const signOut = await panel({ contact: 'offline', waiting: 11, files: 3 })
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(signOut).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain(
    'You cannot sign in again until there is a network. 14 changes stay on this device.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sign out anyway' }))
  expect(signOut).toHaveBeenCalledOnce()
})

test('without changes it is the network alone that is told of, and with one nothing is asked', async () => {
  let signOut = await panel({ contact: 'offline' })
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(screen.getByRole('alert').textContent?.trim()).toBe('You cannot sign in again until there is a network.')
  document.body.innerHTML = ''
  signOut = await panel({})
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(signOut).toHaveBeenCalledOnce()
})

test('who is to sign in again is offered to where there is a network', async () => {
  const notices = async (contact: SyncView['contact']) => {
    document.body.innerHTML = ''
    const gone: Session = { ...me, expired: true }
    const all: SyncView = { contact, waiting: 2, attention: 0, files: 0, loading: [], sending: false }
    fakeRemote({ session: () => gone, status: () => all })
    await show(<Notices />)
    expect(screen.getByText(/^Your session has ended/)).toBeTruthy()
    return screen.queryByRole('button', { name: 'Sign in' })
  }
  expect(await notices('offline')).toBeNull()
  expect(await notices('online')).toBeTruthy()
})

test('the release that runs here is named', async () => {
  await panel({})
  expect(screen.getByRole('link', { name: /^Licenses/ }).textContent).toBe('Licenses 1.2.0 (2026-11-27)')
})
