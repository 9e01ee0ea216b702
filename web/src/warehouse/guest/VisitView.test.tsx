import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useGate, type Visit } from './useGate'
import { VisitView } from './VisitView'

const ask = vi.hoisted(() => vi.fn())
vi.mock('@/kit/guest/ask', async (real) => ({ ...(await real<object>()), ask }))

const site = { name: 'Atlanta', call: '', zone: 'UTC', rules: { en: '', es: '', fr: '' } }
const visit = {
  id: 'V1',
  state: 'done',
  door: '',
  appointment: 'A1',
  number: 'PO 1',
  name: 'Luis Vega',
  carrier: 'ODFL',
  plate: 'GA 4471',
  trailer: '53021',
  at: '2026-11-20T14:00:00Z',
  ahead: 0,
  minutes: 0,
} as Visit

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('lading.gate..-.ticket', '"ticket"')
  ask.mockReset()
  ask.mockResolvedValue({ site, visit })
  i18n.load('en', {})
  i18n.activate('en')
})

function Page() {
  const gate = useGate('en')
  return <VisitView gate={gate} site={site as never} visit={visit} />
}
const said = () => ask.mock.calls.filter(([op]) => op === 'Gate/CheckOut').at(-1)?.[1]

test.each([
  ['nothing', false, '', { TrailerStays: false, TrailerNumber: '' }],
  ['that the trailer stays', true, '', { TrailerStays: true, TrailerNumber: '' }],
  ['that another goes along', true, '48001', { TrailerStays: true, TrailerNumber: '48001' }],
])('a driver who leaves says %s', async (_, stays, takes, want) => {
  const { container } = render(<Page />, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })
  const box = container.querySelector('input[type=checkbox]')
  const [seal, number] = container.querySelectorAll('input:not([type=checkbox])')
  if (!box || !seal || !number) throw new Error('the fields of the check-out are not there')
  fireEvent.change(seal, { target: { value: 'S7' } })
  if (stays) fireEvent.click(box)
  if (takes) fireEvent.change(number, { target: { value: takes } })
  const form = container.querySelector('form')
  if (!form) throw new Error('no form')
  await act(async () => void fireEvent.submit(form))
  await waitFor(() => expect(said()).toMatchObject({ Token: 'ticket', SealNumber: 'S7', ...want }))
})
