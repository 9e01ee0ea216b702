import { CallError } from '@sync/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SyncView } from '@/kit/remote/remote'
import { fakeRemote, show } from '@/kit/testing/render'
import { LoginScreen } from './LoginScreen'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const nothing: SyncView = { contact: 'unknown', waiting: 0, attention: 0, files: 0, loading: [], sending: false }

async function type() {
  fireEvent.change(await screen.findByLabelText('User name'), { target: { value: 'dock@demo.test' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a server that hangs is told of within five seconds, with a way out', async () => {
  fakeRemote({ signIn: () => new Promise(() => {}) })
  await show(<LoginScreen />)
  vi.useFakeTimers()
  const shown = screen.getByLabelText('User name')
  fireEvent.change(shown, { target: { value: 'dock@demo.test' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(true)
  act(() => void vi.advanceTimersByTime(4_500))
  expect(screen.getByText('The server has not answered yet.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
  expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(false)
})

test('a file that a captive portal keeps from us is no “Something went wrong”', async () => {
  fakeRemote({ signIn: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/engine.js')) })
  await show(<LoginScreen />)
  await type()
  expect(await screen.findByText(/this Wi-Fi wants its own sign-in page/)).toBeTruthy()
})

test('says what people who have signed out left here, and when it is sent', async () => {
  let view: SyncView = { ...nothing, waiting: 2, files: 1 }
  let tell = () => {}
  fakeRemote({
    status: () => view,
    watchStatus: (then) => {
      tell = then
      return () => {}
    },
  })
  await show(<LoginScreen />)
  expect(await screen.findByText(/2 actions wait on this device\./)).toBeTruthy()
  expect(screen.getByText(/1 photo or document waits on this device\./)).toBeTruthy()
  act(() => {
    view = nothing
    tell()
  })
  expect(await screen.findByText('All work on this device has been sent.')).toBeTruthy()
})

test('an address that is not encrypted asks for no password, and leads to one that is', async () => {
  vi.stubGlobal('isSecureContext', false)
  await show(<LoginScreen />)
  const way = (await screen.findByRole('link')) as HTMLAnchorElement
  expect(way.protocol).toBe('https:')
  expect(screen.getByText('This address is not encrypted')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('the password can be looked at', async () => {
  fakeRemote({})
  await show(<LoginScreen />)
  const field = (await screen.findByLabelText('Password')) as HTMLInputElement
  fireEvent.change(field, { target: { value: 'lading-demo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect([field.type, field.value]).toEqual(['text', 'lading-demo'])
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(field.type).toBe('password')
})

test('a user with a second factor is asked for its code; a wrong one is told and typed again', async () => {
  const grants: object[] = []
  fakeRemote({
    signIn: () => Promise.reject(new CallError(401, 'second-factor-needed')),
    enterBy: async (grant) => {
      grants.push(grant)
      throw new CallError(401, 'code-clock-behind', { minutes: 4 }, [], 0, 'The clock of your phone is about 4 minutes slow.')
    },
  })
  await show(<LoginScreen />)
  await type()
  const field = await screen.findByLabelText('Code of your app, or a recovery code')
  await waitFor(() => expect(document.activeElement).toBe(field)) // an effect brings it there
  fireEvent.change(field, { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('The clock of your phone is about 4 minutes slow.')).toBeTruthy()
  expect(grants).toEqual([{ grantType: 'password', userName: 'dock@demo.test', password: 'x', code: '123 456' }])
  expect((screen.getByLabelText('Code of your app, or a recovery code') as HTMLInputElement).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('')
})
