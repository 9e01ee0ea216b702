import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defineList } from '../list/defineList'
import { fakeRemote, show } from '../testing/render'
import { ReportScreen } from './ReportScreen'

interface Row {
  id: string
  carrier: string
  share: { n: number; of: number }
}

const rows: Row[] = Array.from({ length: 40 }, (_, n) => ({ id: `R${n}`, carrier: `Carrier ${n}`, share: { n, of: 40 } }))
const spec = defineList<Row>({
  title: 'Scores',
  columns: [
    { key: 'carrier', label: 'Carrier' },
    { key: 'share', label: 'On time', as: 'number', inFile: 'share.n', value: (r) => r.share.n },
    { key: 'badge', label: 'State', inFile: false, value: () => 'good' },
    { key: 'id', label: 'Key', hidden: true },
  ],
  empty: 'No carrier had a load in this period.',
})
const file = vi.fn(async () => {})
const span = { from: '2026-11-01', to: '2026-11-25' }

beforeEach(() => {
  fakeRemote()
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 200 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1000 })
  vi.clearAllMocks()
})

test('the file has the columns in sight, under the names that the server knows', async () => {
  await show(
    <ReportScreen spec={spec} rows={rows} of={{ file, remote: { again: () => {} } }} span={span} controls={null}>
      chart
    </ReportScreen>,
  )
  expect(screen.getByText('chart')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Export' })))
  expect(file.mock.calls).toEqual([
    [
      [
        { Key: 'carrier', Head: 'Carrier' },
        { Key: 'share.n', Head: 'On time' },
      ],
    ],
  ])
})

test('paper has all rows, of which the screen draws those in sight', async () => {
  await show(<ReportScreen spec={spec} rows={rows} of={{ file, remote: { again: () => {} } }} span={span} controls={null} />)
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(screen.getByRole('table', { hidden: true }).querySelectorAll('tbody tr')).toHaveLength(40)
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
})

test('without rows it says so, without a chart; what was refused says why', async () => {
  const said = await show(
    <ReportScreen spec={spec} rows={[]} of={{ file, remote: { again: () => {} } }} span={span} controls={null} above="tabs">
      chart
    </ReportScreen>,
  )
  expect(screen.getByText('No carrier had a load in this period.')).toBeTruthy()
  expect(screen.getByText('tabs')).toBeTruthy()
  expect(screen.queryByText('chart')).toBeNull()
  expect((screen.getByRole('button', { name: 'Print' }) as HTMLButtonElement).disabled).toBe(true)
  said.unmount()
  const remote = { refused: 'More than 20,000 rows. Choose fewer days.', again: () => {} }
  await show(<ReportScreen spec={spec} rows={undefined} of={{ file, remote }} span={span} controls={null} />)
  expect(screen.getByText('More than 20,000 rows. Choose fewer days.')).toBeTruthy()
})
