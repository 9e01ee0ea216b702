import type { RowfileRow, RowfileTable } from '@sync/gen/api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { rowFile } from './rowFile'
import { TakeRows } from './TakeRows'

const { upload } = vi.hoisted(() => ({ upload: vi.fn() }))
vi.mock('@sync/transfer', () => ({ upload }))

const of = rowFile({
  title: 'Import customers',
  read: 'Org/ReadCustomerFile',
  save: 'Org/SaveCustomerFile',
  fields: { Code: 'Code', Name: 'Name', Zip: 'ZIP', Group: 'Group' },
})
const row = (n: number, state: RowfileRow['state'], cells: string[], more: Partial<RowfileRow> = {}): RowfileRow => ({
  row: n,
  state,
  cells,
  stands: '',
  errors: [],
  ...more,
})
const table = (more: Partial<RowfileTable> = {}): RowfileTable => ({
  name: 'pasted.txt',
  headers: ['No', 'Customer', 'Post code'],
  sample: [],
  proposed: ['Code', 'Name', 'Zip'],
  confidence: [100, 92, 60],
  reading: {
    sheet: '',
    headerRow: 1,
    columns: ['Code', 'Name', 'Zip'],
    decimal: '.',
    weightUnit: 'lb',
    dimUnit: 'in',
    defaults: {},
    checked: [],
    words: {},
    edits: [],
    replaces: [],
  },
  fields: ['Code', 'Name', 'Zip', 'Group'],
  missing: [],
  unsure: [],
  choices: {},
  words: [],
  others: 0,
  hidden: 0,
  sums: 0,
  restored: 0,
  replaced: 0,
  counts: { rows: 3, new: 1, changed: 0, same: 0, kept: 0, passed: 1, bad: 1 },
  rows: [
    row(3, 'bad', ['A-2', 'Bolt', '381'], {
      errors: [{ row: 3, column: 3, header: 'Post code', field: 'Zip', code: 'order-zip-invalid', params: { value: '381' }, value: '381' }],
    }),
    row(4, 'passed', ['A-9', 'Acme Inc', '38118'], { stands: 'A-1' }),
    row(2, 'new', ['A-1', 'Acme', '38118']),
  ],
  saved: false,
  ...more,
})
const reading = (n: number) => upload.mock.calls[n]?.[1].Reading

beforeEach(() => upload.mockReset())

async function paste() {
  const user = userEvent.setup()
  fakeRemote()
  await show(<TakeRows of={of} />)
  await user.click(screen.getByRole('button', { name: 'Import customers' }))
  await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('No\tCustomer\tPost code\nA-1\tAcme\t38118\n')
  await user.click(screen.getByRole('button', { name: 'Read the rows' }))
  return user
}

test('pasted rows are read; a mistake is put right in its cell by the keyboard, and the good rows are saved', async () => {
  upload.mockResolvedValueOnce(table())
  const user = await paste()
  expect(upload.mock.calls[0]?.[0]).toBe('Org/ReadCustomerFile')
  expect(await upload.mock.calls[0]?.[2][0].text()).toContain('A-1\tAcme')
  // what is passed over is named, with what stands for it
  expect(within(await screen.findByRole('row', { name: /A-9/ })).getByText(/A-1 stands for it/)).toBeTruthy()

  upload.mockResolvedValueOnce(
    table({
      counts: { rows: 3, new: 2, changed: 0, same: 0, kept: 0, passed: 1, bad: 0 },
      rows: [row(2, 'new', ['A-1', 'Acme', '38118'])],
    }),
  )
  const cell = screen.getByRole('textbox', { name: 'Row 3, Post code, corrected' })
  expect((screen.getByRole('button', { name: 'Save 1 row' }) as HTMLButtonElement).disabled).toBe(false)
  await user.clear(cell)
  await user.type(cell, '38118')
  expect((screen.getByRole('button', { name: 'Save 1 row' }) as HTMLButtonElement).disabled).toBe(true) // what was typed is read first
  await user.type(cell, '{Enter}')
  expect(reading(1).edits).toEqual([{ row: 3, column: 3, value: '38118' }])

  upload.mockResolvedValueOnce(table({ saved: true, counts: { rows: 3, new: 2, changed: 0, same: 0, kept: 0, passed: 1, bad: 0 } }))
  await user.click(await screen.findByRole('button', { name: 'Save 2 rows' }))
  expect(upload.mock.calls[2]?.[0]).toBe('Org/SaveCustomerFile')
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('what is unsure, missing or unknown is asked before anything can be saved', async () => {
  upload.mockResolvedValueOnce(
    table({
      unsure: [2],
      missing: ['Group'],
      choices: { Group: [{ value: 'g1', label: 'Office' }] },
      words: [{ field: 'Group', word: 'clerk', lines: 2 }],
    }),
  )
  const user = await paste()
  expect(((await screen.findByRole('button', { name: 'Save 1 row' })) as HTMLButtonElement).disabled).toBe(true)
  upload.mockResolvedValue(table())
  await user.click(screen.getByRole('button', { name: 'Post code is correct' }))
  expect(reading(1).checked).toEqual([2])
})
