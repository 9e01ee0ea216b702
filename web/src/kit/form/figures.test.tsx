import { i18n } from '@lingui/core'
import { CallError } from '@sync/wire'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { defineForm } from './defineForm'
import { FormView } from './FormView'
import { Money } from './figures'

interface Markup {
  Customer?: string
  Kind?: string
  Value?: string
  FloorMinor?: number
}

const submit = vi.fn()
beforeEach(() => {
  submit.mockReset().mockResolvedValue({})
  fakeRemote({ submit })
})

// The request of a command that there is: its fields' rules and inputs come from the server's declaration.
const form = defineForm<Markup>('Initial/CustomerMarkup', {
  title: 'Markup',
  fields: { Customer: {}, Value: { label: 'Value' }, FloorMinor: { label: 'Floor', input: Money } },
})
const send = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('what is typed is sent as the wire has it, and nothing but the request', async () => {
  const row = { MarkupId: 'm', Kind: 'percent', By: 'ann', At: '2026-11-24T00:00:00.000Z' }
  await show(<FormView spec={form} initial={row} />)
  await userEvent.type(screen.getByLabelText('Customer'), 'Acme')
  await userEvent.type(screen.getByLabelText('Value'), '1,250.5')
  await userEvent.type(screen.getByLabelText('Floor'), '25')
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('1,250.5')
  await send()
  expect(submit.mock.lastCall?.slice(0, 2)).toEqual([
    'Initial/CustomerMarkup',
    { MarkupId: 'm', Customer: 'Acme', Kind: 'percent', Value: '1250.5', FloorMinor: 2500 },
  ])
})

test('a figure is read as the language writes it', async () => {
  const before = i18n.locale
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await show(<FormView spec={form} initial={{ Kind: 'percent' }} />)
  await userEvent.type(screen.getByLabelText('Floor'), '12,5')
  await send()
  expect(submit.mock.lastCall?.[1]).toMatchObject({ FloorMinor: 1250 })
  i18n.activate(before)
})

test('what cannot be read stays, and is not sent', async () => {
  await show(<FormView spec={form} initial={{ Kind: 'percent' }} />)
  await userEvent.type(screen.getByLabelText('Floor'), '12.345')
  await userEvent.type(screen.getByLabelText('Customer'), 'x'.repeat(81))
  await send()
  expect(submit).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Check 2 fields')
  expect(screen.getByLabelText<HTMLInputElement>('Floor').value).toBe('12.345')
})

test('a row that somebody else saved meanwhile shows both versions, and is saved on top of theirs', async () => {
  const row = { MarkupId: 'm', Customer: 'Acme', Kind: 'percent', Value: '10', FloorMinor: 100, Rev: 1 }
  const theirs = { ...row, Value: '12', FloorMinor: 900, Rev: 2 }
  submit.mockRejectedValueOnce(new CallError(409, 'row-changed-meanwhile', { row: theirs }, [], 0, 'Somebody else saved this meanwhile.'))
  await show(<FormView spec={form} initial={row} />)
  await userEvent.clear(screen.getByLabelText('Value'))
  await userEvent.type(screen.getByLabelText('Value'), '15')
  await send()
  expect(submit.mock.lastCall?.[1]).toMatchObject({ Value: '15', Rev: 1 })
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else saved this meanwhile.')
  expect(screen.getByRole('alert').textContent).toContain('Saved meanwhile: 12')
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('15')
  expect(screen.getByLabelText<HTMLInputElement>('Floor').value).toBe('9.00')
  await send()
  expect(submit.mock.lastCall?.[1]).toMatchObject({ Value: '15', FloorMinor: 900, Rev: 2 })
})
