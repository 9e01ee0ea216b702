import { CallError, NoContact } from '@sync/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { busy } from '../busy/busy'
import { fakeRemote, show } from '../testing/render'
import { defineForm } from './defineForm'
import { FormView } from './FormView'
import { Secret, Text } from './inputs'

interface Seal {
  Trailer: string
  Seal: string
  Pin: string
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
  expect(screen.getByRole('alert').textContent).toContain('2 fields need another look')
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
  expect(screen.getByText(/Goes on from what you typed/)).toBeTruthy()
  await user.click(button())
  await waitFor(() => expect(submit).toHaveBeenCalledExactlyOnceWith('Test/Seal', expect.objectContaining({ Trailer: '53021' })))
  await waitFor(() => expect(Object.keys(localStorage).filter((k) => k.includes('draft'))).toEqual([]))
})
