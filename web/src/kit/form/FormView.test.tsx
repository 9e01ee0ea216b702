import { CallError, NoContact } from '@sync/wire'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Dexie from 'dexie'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { busy } from '../busy/busy'
import type { SyncView } from '../remote/remote'
import { fakeRemote, show } from '../testing/render'
import { toasts } from '../toast/toast'
import { defineForm } from './defineForm'
import { FormView } from './FormView'
import { Secret, Text } from './inputs'

interface Seal {
  Trailer: string
  Seal: string
  Pin: string
}

const me = {
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
const submit = vi.fn()
const form = defineForm<Seal>('Test/Seal', {
  title: 'Seal',
  fields: {
    Trailer: { label: 'Trailer', input: Text, required: true },
    Seal: { label: 'Seal number', input: Text, check: (v) => (v && v.length < 4 ? 'Too short.' : undefined) },
    Pin: { label: 'PIN', input: Secret, secret: true },
  },
  submit: 'Close the door',
})

beforeEach(() => {
  submit.mockReset().mockResolvedValue({ ok: true })
  fakeRemote({ submit })
})

const button = () => screen.getByRole('button', { name: 'Close the door' })

test('what is missing is named in a summary, and the first wrong field has the focus', async () => {
  const user = userEvent.setup()
  await show(<FormView spec={form} />)
  await user.type(screen.getByLabelText('Seal number'), '12')
  await user.click(button())
  expect(submit).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Check 2 fields')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Trailer/)))
})

test("the server's refusal stands at its field, however the name is spelt", async () => {
  const user = userEvent.setup()
  submit.mockRejectedValue(
    new CallError(422, 'invalid', {}, [
      { field: 'sealNumber', message: 'x' },
      { field: 'seal', message: 'This seal is on another trailer.' },
    ]),
  )
  await show(<FormView spec={form} initial={{ Trailer: '53021' }} />)
  await user.type(screen.getByLabelText('Seal number'), '48213')
  await user.click(button())
  const field = screen.getByLabelText('Seal number')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toContain('This seal is on another trailer.')
  expect(screen.getByRole('alert').textContent).toContain('x')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('without a connection nothing is lost and the reason is said', async () => {
  const user = userEvent.setup()
  submit.mockRejectedValue(new NoContact('network'))
  await show(<FormView spec={form} initial={{ Trailer: '53021' }} />)
  await user.click(button())
  expect(await screen.findByText(/No connection/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Trailer/).value).toBe('53021')
})

test('what was typed survives a reload, except a secret; sending it ends the draft', async () => {
  const user = userEvent.setup()
  const first = await show(<FormView spec={form} />)
  await user.type(screen.getByLabelText(/^Trailer/), '53021')
  await user.type(screen.getByLabelText(/^PIN/), '1234')
  expect(busy.reasons()).toContain('form')
  dispatchEvent(new Event('pagehide'))
  first.unmount()
  expect(busy.is()).toBe(false)
  expect(JSON.stringify({ ...localStorage })).not.toContain('1234')

  await show(<FormView spec={form} />)
  expect(screen.getByLabelText<HTMLInputElement>(/^Trailer/).value).toBe('53021')
  expect(screen.getByText(/Restored what you typed/)).toBeTruthy()
  await user.click(button())
  await waitFor(() =>
    expect(submit).toHaveBeenCalledExactlyOnceWith('Test/Seal', expect.objectContaining({ Trailer: '53021' }), { key: expect.any(String) }),
  )
  await waitFor(() => expect(Object.keys(localStorage).filter((k) => k.includes('draft'))).toEqual([]))
})

test('what somebody else changes meanwhile is told with their name, and touches nothing that was typed', async () => {
  const user = userEvent.setup()
  const db = new Dexie('news')
  db.version(1).stores({ change: '&n' })
  await db.open()
  const change = (n: number, userId: string, by: string) => db.table('change').put({ n, userId, by, at: new Date().toISOString() })
  const watched = { ...form, latest: async () => (await db.table('change').orderBy('n').last()) ?? { n: 0 } }
  fakeRemote({ submit, session: () => me })
  await show(<FormView spec={watched} initial={{ Trailer: '53021' }} />)
  await user.type(screen.getByLabelText('Seal number'), '482')

  await change(1, me.user, me.name)
  await user.type(screen.getByLabelText('Seal number'), '1')
  expect(screen.queryByText(/changed this/)).toBeNull()

  await change(2, 'somebody', 'Bob Baker')
  expect(await screen.findByText(/Bob Baker changed this/)).toBeTruthy()
  await user.type(screen.getByLabelText('Seal number'), '3')
  expect(screen.getByLabelText<HTMLInputElement>('Seal number').value).toBe('48213')
  await db.delete()
})

test('what the first load brings was there before; what comes after it is news', async () => {
  const user = userEvent.setup()
  const db = new Dexie('first-load')
  db.version(1).stores({ change: '&n' })
  await db.open()
  const change = (n: number, by: string) => db.table('change').put({ n, userId: 'somebody', by, at: new Date().toISOString() })
  const seen = new Set<number>()
  const latest = async () => {
    const last = (await db.table('change').orderBy('n').last()) ?? { n: 0 }
    seen.add(last.n)
    return last
  }
  let view: SyncView = { contact: 'online', waiting: 0, attention: 0, files: 0, loading: ['office'], sending: false }
  const watching = new Set<() => void>()
  const watchStatus = (told: () => void) => {
    watching.add(told)
    return () => watching.delete(told)
  }
  fakeRemote({ submit, session: () => me, status: () => view, watchStatus })
  await show(<FormView spec={{ ...form, latest }} initial={{ Trailer: '53021' }} />)
  await user.type(screen.getByLabelText('Seal number'), '482')
  await change(7, 'Ann Archer')
  await waitFor(() => expect(seen).toContain(7))
  expect(screen.queryByText(/changed this/)).toBeNull()
  act(() => {
    view = { ...view, loading: [] }
    for (const told of watching) told()
  })
  await user.type(screen.getByLabelText('Seal number'), '1')
  expect(screen.queryByText(/changed this/)).toBeNull()
  await change(8, 'Bob Baker')
  expect(await screen.findByText(/Bob Baker changed this/)).toBeTruthy()
  await db.delete()
})

test('an untouched form follows what it began from; a touched one keeps what was typed', async () => {
  const user = userEvent.setup()
  function Settings() {
    const [began, setBegan] = useState<Partial<Seal>>({ Trailer: '1' })
    return (
      <>
        <FormView spec={form} initial={began} />
        <button type="button" onClick={() => setBegan({ Trailer: `${Number(began.Trailer) + 1}` })}>
          another device saves
        </button>
      </>
    )
  }
  await show(<Settings />)
  const trailer = () => screen.getByLabelText<HTMLInputElement>(/^Trailer/).value
  const saves = () => user.click(screen.getByRole('button', { name: 'another device saves' }))
  await saves()
  expect(trailer()).toBe('2')
  await user.type(screen.getByLabelText(/^Trailer/), '9')
  await saves()
  expect(trailer()).toBe('29')
})

test('without a connection a form says beforehand that it needs one, where its work cannot wait in the outbox', async () => {
  const view = { contact: 'offline' as const, waiting: 0, attention: 0, files: 0, loading: [], sending: false }
  const says = async (op: string) => {
    fakeRemote({ status: () => view, submit })
    const shown = await show(<FormView spec={{ ...form, op }} />)
    const found = screen.queryByText(/This needs a connection, and there is none/) !== null
    shown.unmount()
    return found
  }
  expect(await says('Shipment/BuildShipment')).toBe(true)
  expect(await says('DockView/OrderIntegration')).toBe(false)
})

test('the news is told even where what it is about cannot be said', async () => {
  const user = userEvent.setup()
  const of = vi.fn(() => {
    throw new Error('no such row')
  })
  await show(<FormView spec={{ ...form, done: 'The door is closed.', of }} />)
  await user.type(screen.getByLabelText(/^Trailer/), 'T-1')
  await user.click(button())
  await waitFor(() => expect(toasts.shown().map((t) => t.text)).toContain('The door is closed.'))
  expect(of).toHaveBeenCalled()
})

test('a form keeps its key until the server has answered: through a lost answer, a correction and a reload, and no longer', async () => {
  const user = userEvent.setup()
  const keys = () => submit.mock.calls.map(([, , options]) => options.key)
  submit.mockRejectedValueOnce(new NoContact('timeout'))
  submit.mockRejectedValueOnce(new CallError(503, 'busy'))
  const first = await show(<FormView spec={form} initial={{ Trailer: '53021' }} />)
  await user.click(button())
  await waitFor(() => expect(keys()).toHaveLength(1))
  await screen.findByText(/did not answer in time/)
  await user.type(screen.getByLabelText('Seal number'), '48213')
  await user.click(button())
  await waitFor(() => expect(keys()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText(/did not answer in time/)).toBeNull())

  first.unmount()
  submit.mockRejectedValueOnce(new CallError(422, 'invalid', {}, [{ field: 'seal', message: 'Taken.' }]))
  await show(<FormView spec={form} initial={{ Trailer: '53021' }} />)
  await user.click(button())
  await screen.findAllByText('Taken.')
  expect(new Set(keys()).size).toBe(1)
  expect(keys()).toHaveLength(3)

  // It was answered: what is sent now is another attempt.
  await user.click(button())
  await waitFor(() => expect(keys()).toHaveLength(4))
  expect(keys()[3]).not.toBe(keys()[0])
})
