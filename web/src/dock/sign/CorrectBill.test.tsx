import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '@/kit/testing/render'
import type { Load } from '../load/load'
import { aLoad } from '../testing/rows'
import { CorrectBill } from './CorrectBill'

const call = vi.hoisted(() => vi.fn())
vi.mock('@sync/call', () => ({ call }))
beforeEach(() => {
  call.mockReset().mockResolvedValue({})
})

let becomes: (load: Load) => void
function Bill() {
  const [load, setLoad] = useState(aLoad({ seal: 'UL-1', trailer: '5301' }))
  becomes = setLoad
  return <CorrectBill load={load} />
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const shown = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

test('the seal that another tablet has corrected meanwhile is not set back by who corrects something else', async () => {
  await show(<Bill />)
  becomes(aLoad({ seal: 'UL-2', trailer: '5301' })) // the row comes from elsewhere
  fireEvent.click(screen.getByRole('button', { name: 'Correct the BOL' }))
  await waitFor(() => expect(shown(/^Seal/)).toBe('UL-2'))
  type(/^Reason/, 'trailer misread')
  type(/^Trailer/, '5302')
  becomes(aLoad({ seal: 'UL-3', trailer: '5301' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Open version/ }))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  expect(call.mock.calls[0]).toEqual([
    'DockView/CorrectBill',
    { ShipmentId: 'S1', Reason: 'trailer misread', Seal: 'UL-3', Trailer: '5302' },
  ])
})

test('what was corrected once is not there when the bill is corrected again', async () => {
  await show(<Bill />)
  fireEvent.click(screen.getByRole('button', { name: 'Correct the BOL' }))
  type(/^Reason/, 'seal misread')
  type(/^Seal/, 'UL-9')
  fireEvent.click(screen.getByRole('button', { name: /^Open version/ }))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  becomes(aLoad({ seal: 'UL-10', trailer: '5301' }))
  fireEvent.click(screen.getByRole('button', { name: 'Correct the BOL' }))
  await waitFor(() => expect(shown(/^Seal/)).toBe('UL-10'))
  expect(shown(/^Reason/)).toBe('')
})

test('a label is no seal', async () => {
  await show(<Bill />)
  fireEvent.click(screen.getByRole('button', { name: 'Correct the BOL' }))
  type(/^Reason/, 'seal misread')
  for (const label of [aLoad().bol, '(00)106141410000000019']) {
    type(/^Seal/, `UL-9, ${label}`)
    expect(screen.getByText(/is a label, not a seal/)).toBeTruthy()
    expect((screen.getByRole('button', { name: /^Open version/ }) as HTMLButtonElement).disabled).toBe(true)
  }
  type(/^Seal/, 'UL-9')
  fireEvent.click(screen.getByRole('button', { name: /^Open version/ }))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
})
