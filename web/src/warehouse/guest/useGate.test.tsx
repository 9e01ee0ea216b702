import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NoContact, Refused } from '@/kit/guest/ask'
import { useGate } from './useGate'

const ask = vi.hoisted(() => vi.fn())
vi.mock('@/kit/guest/ask', async (real) => ({ ...(await real<object>()), ask }))

const ticketAt = 'lading.gate..-.ticket' // no client and no secret stand in the address
const site = { name: 'Atlanta', call: '', zone: 'UTC', rules: { en: '', es: '', fr: '' } }
const open = { site, visit: null }

beforeEach(() => {
  localStorage.clear()
  ask.mockReset()
  i18n.load('en', {})
  i18n.activate('en')
})
const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
const start = () => renderHook(() => useGate('en'), { wrapper }).result

test.each([
  [500, true],
  [403, true],
  [429, true],
  [404, false],
  [410, false],
])('after %i the ticket is kept: %s', async (status, keeps) => {
  localStorage.setItem(ticketAt, '"ticket"')
  ask.mockImplementation((op: string) => (op === 'Gate/Visit' ? Promise.reject(new Refused(status, 'x', 'No.')) : Promise.resolve(open)))
  const gate = start()
  await waitFor(() => expect(gate.current.link.trouble ?? gate.current.link.shown).toBeDefined())
  expect(localStorage.getItem(ticketAt)).toBe(keeps ? '"ticket"' : null)
})

test('another visit without a connection says so, and keeps the ticket until the answer', async () => {
  localStorage.setItem(ticketAt, '"ticket"')
  ask.mockImplementation((op: string) => (op === 'Gate/Open' ? Promise.reject(new NoContact()) : Promise.resolve(open)))
  const gate = start()
  await act(() => gate.current.another())
  expect(gate.current.stuck).toEqual({ kind: 'no-contact' })
  expect(localStorage.getItem(ticketAt)).toBe('"ticket"')
  ask.mockResolvedValue(open)
  await act(() => gate.current.another())
  expect(gate.current.stuck).toBeUndefined()
  expect(localStorage.getItem(ticketAt)).toBeNull()
})

test('what is changed after it was sent, and its reply lost, corrects what was sent', async () => {
  ask.mockImplementation((op: string) => (op === 'Gate/CheckIn' ? Promise.reject(new NoContact()) : Promise.resolve(open)))
  const gate = start()
  await waitFor(() => expect(gate.current.link.shown).toBeDefined())
  act(() => gate.current.type({ LicensePlate: 'A1' }))
  act(() => gate.current.type({ LicensePlate: 'A12' }))
  const first = gate.current.work.draft.id
  const last = () => ask.mock.calls.filter(([op]) => op === 'Gate/CheckIn').at(-1)?.[1]
  await act(async () => gate.current.work.send())
  await waitFor(() => expect(gate.current.work.draft.waiting).toBe(true))
  expect(last()).toMatchObject({ CheckInId: first, Correction: 0, LicensePlate: 'A12' })
  act(() => gate.current.type({ LicensePlate: 'A123' }))
  act(() => gate.current.type({ LicensePlate: 'A1234' }))
  await act(async () => gate.current.work.send())
  await waitFor(() => expect(gate.current.work.draft.waiting).toBe(true))
  expect(last()).toMatchObject({ CheckInId: first, Correction: 1, LicensePlate: 'A1234' })
})
