import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScan } from '@/kit/scan/useScan'
import { show } from '@/kit/testing/render'
import { wedge } from '@/kit/testing/wedge'
import { toasts } from '@/kit/toast/toast'
import { DriverScreen } from '../driver/DriverScreen'
import { DonePanel } from '../loading/DonePanel'
import { SignForm } from '../sign/SignForm'
import { aLoad, aPallet } from '../testing/rows'
import { tablet } from '../testing/tablet'
import { answerStray } from './stray'

const label = '00106141411234567897'
const load = aLoad({ state: 'loaded', driverName: 'Ada', seal: '' })
const pallets = [aPallet({ state: 'loaded', scannedAt: '2026-11-20T10:00:00Z' })]

let t: Awaited<ReturnType<typeof tablet>>
beforeEach(async () => {
  t = await tablet(load, pallets)
})
afterEach(() => t.close())

const heard = vi.fn()
function Below() {
  useScan((text) => heard(text), { below: true })
  return null
}
afterEach(() => heard.mockClear())

const signForm = () =>
  show(
    <>
      <SignForm
        load={load}
        pallets={pallets}
        bill={undefined}
        language="en"
        consent="I agree"
        reading={false}
        onRead={() => {}}
        phone={false}
        onPhone={() => {}}
        waits={false}
      />
      <Below />
    </>,
  )

test.each([8, 40])(
  'a pallet that is scanned at %i ms a key beside the name of the signer signs nothing and leaves the name',
  async (gap) => {
    await signForm()
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    name.focus()
    wedge(name, label, { gap })
    expect(heard).toHaveBeenCalledWith(label)
    expect(name.value).toBe('Ada')
    expect(screen.queryByText('Your signature is missing.')).toBeNull() // nobody asked for a signature
  },
)

test('however slow the scanner, its Enter does not sign, and a name with a label in it is none', async () => {
  await signForm()
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  name.focus()
  wedge(name, label, { gap: 90 })
  expect(name.value).toBe(`Ada${label}`)
  expect(screen.queryByText('Your signature is missing.')).toBeNull()
  expect(screen.getByText('This is a label’s number, not a name.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
  expect(await t.done()).toEqual([])
})

test('nor does a scan keep a driver', async () => {
  await show(
    <>
      <DriverScreen id="S1" />
      <Below />
    </>,
  )
  const name = await screen.findByLabelText<HTMLInputElement>(/Name/)
  name.focus()
  wedge(name, label)
  wedge(name, '4711', { gap: 90 })
  expect(heard).toHaveBeenCalledWith(label)
  expect(name.value).toBe('4711')
  await new Promise((then) => setTimeout(then, 50))
  expect(await t.done()).toEqual([])
})

const done = (onLabel = vi.fn()) =>
  show(<DonePanel load={{ ...load, driverName: '' }} pallets={pallets} left={[]} onClose={() => {}} onLabel={onLabel} />).then(
    () => onLabel,
  )

test('a label is no seal, scanned or typed; a seal is one also where no field has the focus', async () => {
  const onLabel = await done()
  const seal = await screen.findByLabelText<HTMLInputElement>(/Seal/)
  seal.focus()
  wedge(seal, label)
  expect(seal.value).toBe('')
  expect(onLabel).toHaveBeenCalledWith(label)
  expect(screen.getByText(/is a label, not a seal/)).toBeTruthy()

  wedge(document.body, 'SL48213')
  await waitFor(() => expect(seal.value).toBe('SL48213'))
  wedge(seal, 'SL48214')
  await waitFor(() => expect(seal.value).toBe('SL48213, SL48214'))

  fireEvent.change(seal, { target: { value: `SL48213, ${load.bol}` } })
  expect(screen.getByText(/is a label, not a seal/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close with this seal' }))
  await new Promise((then) => setTimeout(then, 50))
  expect(await t.done()).toEqual([])
})

test('a screen that takes no labels says so, and knows the way to the load', async () => {
  const open = vi.fn()
  await answerStray(label, undefined, open)
  expect(toasts.shown().at(-1)).toMatchObject({ kind: 'warning', of: '…7897' })
  toasts.shown().at(-1)?.action?.run()
  expect(open).toHaveBeenCalledWith('S1')
})
