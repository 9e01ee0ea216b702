import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lost } from '@/kit/remote/lost'
import type { Session, SyncView } from '@/kit/remote/remote'
import { fakeRemote, show } from '@/kit/testing/render'
import { NoStore } from '../NoStore'
import { Notices } from './Notices'
import { SyncChip } from './SyncChip'

vi.mock('./OrgNotice', () => ({ OrgNotice: () => null })) // it reads a store, of which nothing here has any

const me: Session = {
  user: 'me',
  userName: 'me@demo.test',
  name: 'Ann Archer',
  org: '1',
  pages: new Set<number>(),
  rights: new Set<never>(),
  warehouses: [],
  known: true,
  expired: true,
}
const online: SyncView = { contact: 'online', waiting: 0, attention: 0, files: 0, loading: [], sending: false }

const bar = (view: Partial<SyncView>, session = me) => {
  const all = { ...online, ...view }
  fakeRemote({ session: () => session, status: () => all })
  return show(
    <>
      <SyncChip />
      <Notices />
    </>,
  )
}
const chip = () => screen.getByRole('button', { expanded: false }).getAttribute('aria-label')

beforeEach(() => lost.seen())

test('a session that has ended while the device still sends: the banner says so, and the chip does not say “All saved”', async () => {
  await bar({ signedOut: true, held: false })
  expect(await screen.findByText(/What you do is still sent from this device/)).toBeTruthy()
  expect(chip()).toBe('Session ended')
})

test('a session that has ended and holds the work back: both say that it waits', async () => {
  await bar({ signedOut: true, held: true, waiting: 2 })
  expect(await screen.findByText(/kept on this device and sent when you sign in again/)).toBeTruthy()
  expect(chip()).toBe('2 to send')
})

test('a Wi-Fi that wants its own sign-in is told from no connection', async () => {
  await bar({ contact: 'offline', portal: true }, { ...me, expired: false })
  expect(await screen.findByRole('button', { name: 'Wi-Fi sign-in needed' })).toBeTruthy()
})

test('whoever reaches a server that another has replaced is told, administrator or not', async () => {
  await bar({ replaced: true, waiting: 2 }, { ...me, expired: false })
  expect(await screen.findByText(/Another server has taken over/)).toBeTruthy()
  expect(chip()).toBe('2 to send')
})

test('a store that does not answer is never “All saved”', async () => {
  await bar({ failed: true }, { ...me, expired: false })
  expect(await screen.findByText(/The storage of this device does not answer/)).toBeTruthy()
  expect(chip()).toBe('Storage failed')
})

test('work that waited in a store which the browser has deleted is told as lost, until a person has read it', async () => {
  lost.note('lading-outbox-1', 2)
  lost.look(['lading-outbox-1'])
  expect(lost.now()).toBeUndefined() // it is there
  lost.look([])
  await bar({}, { ...me, expired: false })
  expect(await screen.findByText(/2 actions and photos that waited on this device are lost/)).toBeTruthy()
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'I have read it' })))
  expect(screen.queryByText(/are lost/)).toBeNull()
  lost.look([])
  expect(lost.now()).toBeUndefined()
})

test.each([
  [new DOMException('full', 'QuotaExceededError'), 'This device has no room left'],
  [new DOMException('Internal error', 'UnknownError'), 'The storage of this device does not open'],
  [new TypeError('Failed to fetch dynamically imported module: /assets/engine.js'), 'The app is not on this device yet'],
])('an app that cannot begin says why and what to do: %s', async (error, says) => {
  await show(<NoStore error={error} />)
  expect(await screen.findByRole('heading', { name: says })).toBeTruthy()
})
