import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing/render'
import { RowSelect } from './RowSelect'

const carriers = [
  { value: 'EXLA', label: 'Estes Express Lines · EXLA' },
  { value: 'SAIA', label: 'Saia LTL Freight · SAIA' },
]
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Carrier' })

test('what is chosen has its name from the moment at which it can be typed over', async () => {
  const user = userEvent.setup()
  const drawn: [boolean, string][] = []
  let read = () => {}
  function Form() {
    const [rows, setRows] = useState<typeof carriers>()
    const [value, setValue] = useState<string | null>('EXLA')
    read = () => setRows(carriers)
    useLayoutEffect(() => void drawn.push([field().readOnly, field().value]))
    return <RowSelect label="Carrier" data={rows} value={value} onChange={setValue} />
  }
  await show(<Form />)
  act(() => field().focus())
  act(() => read())
  expect(drawn).toContainEqual([true, ''])
  expect(drawn).toContainEqual([false, 'Estes Express Lines · EXLA'])
  expect(drawn).not.toContainEqual([false, ''])

  expect(document.activeElement).toBe(field())
  await user.clear(field())
  await user.type(field(), 'saia')
  await user.click(screen.getByRole('option', { name: /Saia/ }))
  expect(field().value).toBe('Saia LTL Freight · SAIA')
  expect(screen.queryByRole('option')).toBeNull()
})

test('nothing is chosen: what is typed before the rows are there finds them', async () => {
  const user = userEvent.setup()
  let read = () => {}
  function Form() {
    const [rows, setRows] = useState<typeof carriers>()
    const [value, setValue] = useState<string | null>(null)
    read = () => setRows(carriers)
    return <RowSelect label="Carrier" data={rows} value={value} onChange={setValue} clearable />
  }
  await show(<Form />)
  await user.type(field(), 'sa')
  act(() => read())
  await user.type(field(), 'ia')
  await user.click(screen.getByRole('option', { name: /Saia/ }))
  expect(field().value).toBe('Saia LTL Freight · SAIA')
})
