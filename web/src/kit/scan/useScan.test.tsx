import { screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { show } from '../testing/render'
import { wedge } from '../testing/wedge'
import { deliver, useScan } from './useScan'

// The last burst is still judged after the last test, while the document stands.
afterAll(() => new Promise((judged) => setTimeout(judged, 400)))

function Screen({ onScan }: { onScan: (text: string) => void }) {
  const [note, setNote] = useState('damp ')
  useScan((text) => onScan(text))
  return <input aria-label="Note" value={note} onChange={(e) => setNote(e.currentTarget.value)} />
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

/** A form with a field that asks for no label. */
function Form({ onSubmit, children }: { onSubmit: () => void; children?: ReactNode }) {
  const [name, setName] = useState('Ada')
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        onSubmit()
      }}
    >
      <input aria-label="Name" value={name} onChange={(e) => setName(e.currentTarget.value)} />
      {children}
    </form>
  )
}

function Below({ onScan }: { onScan: (text: string, poor?: string) => void }) {
  useScan((text, _, poor) => onScan(text, poor), { below: true })
  return null
}

test.each([
  [8, 'Enter', undefined],
  [40, 'Enter', 'slow'],
  [55, 'Tab', 'slow'],
  [12, '', 'open'],
])('a scan at %i ms a key that ends with “%s” edits no field that asks for none and submits nothing', async (gap, end, poor) => {
  const heard = vi.fn()
  const submitted = vi.fn()
  await show(
    <>
      <Form onSubmit={submitted} />
      <Below onScan={heard} />
    </>,
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  name.focus()
  wedge(name, '00006141410000001415', { gap, end })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith('00006141410000001415', poor))
  expect(name.value).toBe('Ada')
  expect(submitted).not.toHaveBeenCalled()
})

test('quick typing reaches its field whole, at the caret, and its Enter submits', async () => {
  const heard = vi.fn()
  const submitted = vi.fn()
  await show(
    <>
      <Form onSubmit={submitted} />
      <Below onScan={heard} />
    </>,
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  name.focus()
  name.setSelectionRange(0, 0)
  wedge(name, 'Dr L', { gap: 50 })
  expect(name.value).toBe('Dr LAda')
  expect(submitted).toHaveBeenCalledOnce()
  expect(heard).not.toHaveBeenCalled()
})

test('what takes scans below all else is asked last, whenever it came', async () => {
  const screenTakes = vi.fn()
  const below = vi.fn()
  await show(
    <>
      <Screen onScan={screenTakes} />
      <Below onScan={below} />
    </>,
  )
  deliver('LPN4471', 'camera')
  expect(screenTakes).toHaveBeenCalledOnce()
  expect(below).not.toHaveBeenCalled()
})
