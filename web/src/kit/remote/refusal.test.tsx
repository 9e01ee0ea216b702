import { CallError } from '@sync/wire'
import { act } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { toasts } from '../toast/toast'
import { useRefusal } from './refusal'
import { refusalWords } from './refusalWords'

beforeEach(() => {
  toasts.forget()
  fakeRemote()
  refusalWords.set({
    'said-wh-pallet-load-status': 'Error in updating pallet load status',
    'lpn-unknown': 'No pallet has the number {lpn}.',
    'field-required': 'This is needed.',
  })
})

test('the message that the documents prescribe heads a toast, and our reason stands below it', async () => {
  let tell: (err: unknown) => void = () => {}
  let later = ''
  function Teller() {
    const refusal = useRefusal()
    ;({ tell } = refusal)
    later = refusal.headOf({ op: 'DockView/LoadPallet', args: {}, params: {} }) ?? ''
    return null
  }
  await show(<Teller />)
  const said = () => toasts.shown().map((t) => [t.text, t.why])
  act(() => tell(new CallError(404, 'lpn-unknown', { lpn: 'LPN-7' }, [], 0, '', 'said-wh-pallet-load-status')))
  expect(said()).toEqual([['Error in updating pallet load status', 'No pallet has the number LPN-7.']])
  toasts.forget()
  act(() => tell(new CallError(404, 'lpn-unknown', { lpn: 'LPN-7' })))
  expect(said()).toEqual([['No pallet has the number LPN-7.', undefined]])
  expect(later).toBe('Error in updating pallet load status')
})
