import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/render'
import { deliver, useScan } from './useScan'

function Screen({ onScan }: { onScan: (text: string) => void }) {
  const [note, setNote] = useState('damp ')
  useScan((text) => onScan(text))
  return <input aria-label="Note" value={note} onChange={(e) => setNote(e.currentTarget.value)} />
}

/** Keys as a wedge sends them: each types into the focused field unless somebody prevents it. */
function wedge(target: HTMLElement, text: string, at = 5000) {
  for (const key of [...text, 'Enter']) {
    at += 8
    const e = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(e, 'timeStamp', { value: at })
    act(() => {
      const goes = target.dispatchEvent(e)
      if (goes && key.length === 1 && target instanceof HTMLInputElement) {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, target.value + key)
        target.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
  }
}

test('a scan is heard and leaves the focused field as it was', async () => {
  const heard = vi.fn()
  await show(<Screen onScan={heard} />)
  const note = screen.getByLabelText<HTMLInputElement>('Note')
  note.focus()
  wedge(note, '00361414100073124471')
  expect(heard).toHaveBeenCalledExactlyOnceWith('00361414100073124471')
  expect(note.value).toBe('damp ')
})

test('the screen on top takes the scan, whatever read it', async () => {
  const below = vi.fn()
  const above = vi.fn()
  await show(
    <>
      <Screen onScan={below} />
      <Screen onScan={above} />
    </>,
  )
  deliver(' LPN4471\n', 'camera')
  expect(above).toHaveBeenCalledWith('LPN4471')
  expect(below).not.toHaveBeenCalled()
})
