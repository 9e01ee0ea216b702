import type { CarrierP44Account, CarrierP44Setup } from '@sync/gen/api'
import { CallError } from '@sync/wire'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queries } from '@/kit/remote/useCall'
import { fakeRemote, show } from '@/kit/testing/render'
import { toasts } from '@/kit/toast/toast'
import { lastAnswer, Visibility } from './Visibility'
import { accountForm, typedOf } from './visibilityForms'

const call = vi.hoisted(() => vi.fn())
vi.mock('@sync/call', async (real) => ({ ...(await real<object>()), call }))

const account: CarrierP44Account = {
  AccountId: 'A1',
  Carrier: 'ODFL',
  CarrierLocn: '',
  Warehouses: [],
  ContractId: '',
  CapacityProviderIdentifierType: 'SCAC',
  CapacityProviderIdentifierValue: 'ODFL',
  GroupCode: '',
  Code: '',
  Fields: [
    { Name: 'username1', Label: 'ODFL4ME user', Kind: 'text', Choices: [], Required: true, Value: '', HasValue: false },
    { Name: 'credential1', Label: '', Kind: 'secret', Choices: [], Required: true, Value: '', HasValue: false },
    { Name: 'accountFlag1', Label: '', Kind: 'flag', Choices: [], Required: false, Value: '', HasValue: false },
  ],
  CarrierMetaTagJSON: '{}',
  MetaTagDate: '2026-11-26T10:00:00Z',
  IsLoaded: true,
  CarrierResponseLog: '',
  Rev: 0,
}
const groups: CarrierP44Setup['Groups'] = [{ code: 'MAIN', name: 'Main', id: '40', createDate: '2026-11-26T10:00:00Z', by: 'ann' }]
const warning = (err: unknown) => (err as CallError).code

beforeEach(() => {
  // jsdom lays nothing out: the virtual list is told that there is room.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 400 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1400 })
  call.mockReset()
  cleanup()
  toasts.forget()
  queries.clear()
})

test('an account is asked what project44 asks for its carrier, by project44s own labels', () => {
  const form = accountForm(account, groups, warning)
  expect(Object.keys(form.fields)).toEqual(['GroupCode', 'Code', 'username1', 'credential1', 'accountFlag1'])
  expect(form.fields.username1).toMatchObject({ label: 'ODFL4ME user', required: true })
  expect(form.fields.credential1).toMatchObject({ secret: true, required: true })
  expect(typedOf(account, groups)).toMatchObject({ GroupCode: 'MAIN', username1: '', credential1: '' })
})

test('a secret that project44 has need not be typed again, and its group stays', async () => {
  const there = { ...account, Rev: 3, GroupCode: 'MAIN', Code: 'OD', Fields: account.Fields.map((f) => ({ ...f, HasValue: true })) }
  const form = accountForm(there, groups, warning)
  expect(form.fields.credential1?.required).toBe(false)
  expect(form.fields.GroupCode).toBeUndefined()
  await form.run?.({ username1: 'acme' }, 'k1')
  expect(call).toHaveBeenCalledWith(
    'P44/Capacityprovideraccount',
    {
      operationtype: 'update',
      AccountId: 'A1',
      GroupCode: 'MAIN',
      Code: 'OD',
      Rev: 3,
      Fields: [
        { Name: 'username1', Value: 'acme' },
        { Name: 'credential1', Value: '' },
        { Name: 'accountFlag1', Value: '' },
      ],
    },
    { key: 'k1' },
  )
})

test.each([
  ['said-provider-warning-400', 1],
  ['said-provider-error', 0],
])('%s of an addition warns %i times, and the form keeps what was typed', async (code, times) => {
  call.mockRejectedValue(new CallError(409, code, { message: 'Invalid credentials', status: 400 }))
  const form = accountForm(account, groups, warning)
  await expect(form.run?.({ GroupCode: 'MAIN', username1: 'acme', credential1: 'x' }, 'k')).rejects.toBeInstanceOf(CallError)
  expect(toasts.shown().filter((x) => x.kind === 'warning')).toHaveLength(times)
})

test('the last answer is said with its status', () => {
  expect(lastAnswer('')).toBe('')
  expect(lastAnswer('{"at":"2026-11-26T10:00:00Z","operation":"add","status":400,"message":"Invalid credentials"}')).toBe(
    'Add: Invalid credentials - 400',
  )
  expect(lastAnswer('{"at":"2026-11-26T10:00:00Z","operation":"delete","status":0,"message":"p44-unreachable"}')).toBe('Delete: No answer')
})

const admin = { userId: 'u', name: 'A. Admin', userName: 'admin', rights: new Set(['manage-carriers']), pages: [] }
const nobody = { ...admin, rights: new Set() }
const setup: CarrierP44Setup = {
  Connected: true,
  ClientId: 'APP',
  Region: 'na',
  CheckedAt: '2026-11-26T10:00:00Z',
  Rev: 1,
  Groups: groups,
  Accounts: [account],
}

test('who may not manage carriers sees no buttons, and everybody sees how it stands', async () => {
  fakeRemote({ session: () => nobody as never, call: async () => setup as never })
  await show(<Visibility />)
  expect(await screen.findByText('Connected')).toBeTruthy()
  expect(screen.getByText(/Account groups: Main/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change connection' })).toBeNull()
})

test('what project44 refuses of a deletion is told, and the row stays', async () => {
  const there = { ...account, Rev: 2, ContractId: 'P44', GroupCode: 'MAIN' }
  fakeRemote({ session: () => admin as never, call: async () => ({ ...setup, Accounts: [there] }) as never })
  call.mockRejectedValue(new CallError(409, 'said-provider-delete-error', {}, [], 0, 'In use - 400'))
  await show(<Visibility />)
  expect(await screen.findByText('At project44')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByText('Delete at project44'))
  expect(call).toHaveBeenCalledWith('P44/Capacityprovideraccount', { operationtype: 'delete', AccountId: 'A1', GroupCode: '', Rev: 2 })
  expect((await screen.findByRole('alert')).textContent).toMatch(/In use - 400/)
})
