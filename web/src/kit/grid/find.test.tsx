import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findNmfc } from '../nmfc/find'
import { fakeRemote, show } from '../testing/render'
import { CellInput } from './CellInput'
import type { GridColumn } from './column'
import type { Sheet } from './sheet'

const column: GridColumn<unknown> = { key: 'nmfc', label: 'NMFC', text: () => '', find: findNmfc }
const sheet = { text: () => '' } as unknown as Sheet<unknown> // nothing more of it is read

const cell = async () => {
  const typed = vi.fn()
  await show(<CellInput sheet={sheet} id="1" column={column} row={{}} index={0} start="" typed={typed} leave={() => {}} />)
  return { typed, input: screen.getByLabelText(/NMFC/) }
}
const offered = () => [...document.querySelectorAll('datalist option')].map((o) => [o.getAttribute('value'), o.getAttribute('label')])

test('a cell of NMFC items offers what the server finds by number and by goods, and takes another all the same', async () => {
  const asked: unknown[] = []
  fakeRemote({
    call: async (_op, request) => {
      asked.push(request)
      return {
        Items: [
          { nmfc: '156600-01', description: 'Plastic articles', class: '250' },
          { nmfc: '156600-01', description: 'Plastic cups', class: '250' },
          { nmfc: '156600-02', description: '', class: '' },
        ],
      }
    },
  })
  const { typed, input } = await cell()
  fireEvent.change(input, { target: { value: '1566' } })
  await waitFor(() =>
    expect(offered()).toEqual([
      ['156600-01', '156600-01 · Plastic articles'],
      ['156600-02', null],
    ]),
  )
  fireEvent.change(input, { target: { value: 'plastic' } })
  await waitFor(() => expect(asked).toEqual([{ NMFC: '1566' }, { Description: 'plastic' }]))
  fireEvent.change(input, { target: { value: '49880-01' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(typed).toHaveBeenCalledWith('49880-01', 'down')
})

test('without a connection it is typed as any other', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('no network')))
  fakeRemote({ call: asked })
  const { typed, input } = await cell()
  fireEvent.change(input, { target: { value: '49880' } })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(offered()).toEqual([])
  fireEvent.keyDown(input, { key: 'Tab' })
  expect(typed).toHaveBeenCalledWith('49880', 'right')
})
