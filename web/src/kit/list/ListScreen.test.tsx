import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { defineList } from './defineList'
import { ListScreen } from './ListScreen'

interface Load {
  id: string
  bol: string
  door: string
  state: string
  pallets: number
}

const loads: Load[] = Array.from({ length: 30 }, (_, n) => ({
  id: `S${n}`,
  bol: String(6141410007000 + n),
  door: `Door ${n + 1}`,
  state: n % 3 ? 'waiting' : 'loaded',
  pallets: n,
}))
const undo = vi.fn()
const defer = vi.fn((_rows: Load[]) => ({ undo }))
const start = vi.fn()

const spec = defineList<Load>({
  title: 'Loads',
  entity: 'dock_shipment',
  columns: [
    { key: 'bol', label: 'BOL', as: 'identifier' },
    { key: 'door', label: 'Door' },
    { key: 'state', label: 'State' },
    { key: 'pallets', label: 'Pallets', as: 'number' },
  ],
  filters: ['state'],
  sort: [{ id: 'pallets' }],
  actions: [{ label: 'Start', main: true, run: start }],
  bulk: [{ label: 'Defer', when: (l) => l.state === 'waiting', run: defer }],
  empty: 'No trucks due.',
})

beforeEach(() => {
  fakeRemote()
  // jsdom lays nothing out: the virtual list is told that there is room.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 200 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1000 })
  vi.clearAllMocks()
})

const grid = () => screen.getByRole('grid', { name: 'Loads' })
const activeCell = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent
const rowsShown = () => within(grid()).getAllByRole('row').length - 1

test('arrow keys, Home and End go from cell to cell; Enter does the next action', async () => {
  const user = userEvent.setup()
  await show(<ListScreen spec={spec} rows={loads} />)
  grid().focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  expect(activeCell()).toBe('Door 3')
  await user.keyboard('{End}')
  expect(activeCell()).toBe('2')
  await user.keyboard('{Home}{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(activeCell()).toContain('000')
  await user.keyboard('{Enter}')
  expect(start).toHaveBeenCalledExactlyOnceWith(loads[0])
})

test('the whole list is worked without a mouse: find, go back to the rows, choose, more actions, choose none', async () => {
  const user = userEvent.setup()
  const more = vi.fn()
  const withMore = { ...spec, name: 'loads by keyboard', actions: [...(spec.actions ?? []), { label: 'Hold', run: more }] }
  await show(<ListScreen spec={withMore} rows={loads} />)
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Find in this list'))
  await user.keyboard('Door 12')
  await waitFor(() => expect(rowsShown()).toBe(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(rowsShown()).toBeGreaterThan(1))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(grid())
  // One stop of the Tab key, however many rows: what follows the grid is the bar of the chosen ones.
  await user.keyboard(' {ArrowDown} ')
  expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('2 rows selected')
  await user.tab()
  expect(screen.getByRole('region', { name: 'Selected rows' }).contains(document.activeElement)).toBe(true)
  grid().focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(await screen.findByRole('menuitem', { name: 'Hold' }))
  expect(more).toHaveBeenCalledExactlyOnceWith(loads[1])
  grid().focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(grid())
})

test('a list whose first load is still on its way is not called empty', async () => {
  const view = { contact: 'online' as const, waiting: 0, attention: 0, files: 0, loading: ['wh:ATL'], sending: false }
  fakeRemote({ status: () => view })
  await show(<ListScreen spec={spec} rows={[]} />)
  expect(screen.queryByText('No trucks due.')).toBeNull()
  expect(screen.getByText(/On their way/)).toBeTruthy()
})

test('a click sorts by a column, with Shift by one more', async () => {
  const user = userEvent.setup()
  await show(<ListScreen spec={spec} rows={loads} />)
  await user.click(screen.getByRole('button', { name: /^State/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Pallets/ }), { shiftKey: true })
  const sorted = (name: RegExp) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect(sorted(/^State/)).not.toBe('none')
  expect(sorted(/^Pallets/)).not.toBe('none')
})

/** The dialog's part is fetched by itself, behind the first rows. */
async function pasteIds(user: ReturnType<typeof userEvent.setup>) {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Paste ids' })
  await waitFor(() => expect(button().disabled).toBe(false))
  await user.click(button())
}

test('pasted ids leave only their rows and name those that are not there', async () => {
  const user = userEvent.setup()
  await show(<ListScreen spec={spec} rows={loads} />)
  await pasteIds(user)
  fireEvent.change(await screen.findByLabelText('Paste or scan ids'), { target: { value: '6141410007003\n6141-4100-07004, NOPE' } })
  await user.click(screen.getByRole('button', { name: 'Show these' }))
  await waitFor(() => expect(rowsShown()).toBe(2))
  expect(screen.getByText(/not in this list/).textContent).toContain('NOPE')
})

test('pasted ids that another filter hides are told apart from those that are not there, and shown by one press', async () => {
  const user = userEvent.setup()
  await show(<ListScreen spec={{ ...spec, name: 'loads with ids' }} rows={loads} />)
  await pasteIds(user)
  fireEvent.change(await screen.findByLabelText('Paste or scan ids'), { target: { value: '6141410007003 6141410007004 NOPE' } })
  await user.click(screen.getByRole('button', { name: 'Show these' }))
  await waitFor(() => expect(rowsShown()).toBe(2))
  expect(screen.queryByText(/hidden by another filter/)).toBeNull()
  await user.type(screen.getByLabelText('Find in this list'), '7003')
  await waitFor(() => expect(rowsShown()).toBe(1))
  expect(screen.getByText(/hidden by another filter/).textContent).toBe('1 hidden by another filter: 6141410007004')
  expect(screen.getByText(/not in this list/).textContent).toBe('1 not in this list: NOPE')
  await user.click(screen.getByRole('button', { name: 'Show all pasted' }))
  await waitFor(() => expect(rowsShown()).toBe(2))
  expect(screen.queryByText(/hidden by another filter/)).toBeNull()
  expect(screen.getByText(/not in this list/).textContent).toContain('NOPE')
})

test('pasted ids of a list that comes page by page are looked for at the server', async () => {
  const user = userEvent.setup()
  const seek = vi.fn()
  const onlyIds = vi.fn()
  const sought = { seek, missing: ['NOPE'], hidden: ['99'], onlyIds }
  await show(<ListScreen spec={{ ...spec, name: 'loads from afar' }} rows={loads} remote={{ sought }} />)
  await pasteIds(user)
  fireEvent.change(await screen.findByLabelText('Paste or scan ids'), { target: { value: '99 NOPE 6141410007004' } })
  await user.click(screen.getByRole('button', { name: 'Show these' }))
  await waitFor(() => expect(seek).toHaveBeenLastCalledWith(['99', 'NOPE', '6141410007004']))
  expect(rowsShown()).toBeGreaterThan(2) // what the server gave stays as it is
  expect(screen.getByText(/not in this list/).textContent).toBe('1 not in this list: NOPE')
  // Hidden by what the server was asked for, or by what is asked of its page.
  expect(screen.getByText(/hidden by another filter/).textContent).toBe('1 hidden by another filter: 99')
  await user.type(screen.getByLabelText('Find in this list'), '7003')
  await waitFor(() => expect(rowsShown()).toBe(1))
  expect(screen.getByText(/hidden by another filter/).textContent).toBe('2 hidden by another filter: 99, 6141410007004')
  await user.click(screen.getByRole('button', { name: 'Show all pasted' }))
  expect(onlyIds).toHaveBeenCalledOnce()
  await waitFor(() => expect(rowsShown()).toBeGreaterThan(2))
})

test('a bulk action takes the rows that it may, and all of it is one step of undo', async () => {
  const user = userEvent.setup()
  await show(<ListScreen spec={spec} rows={loads} />)
  grid().focus()
  await user.keyboard('{Control>}a{/Control}')
  const bar = screen.getByRole('region', { name: 'Selected rows' })
  expect(bar.textContent).toContain('30 rows selected')
  await user.click(within(bar).getByRole('button', { name: 'Defer (20)' }))
  expect(defer).toHaveBeenCalledOnce()
  expect(defer.mock.calls[0]?.[0]).toHaveLength(20)
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('rows with unsent work are marked', async () => {
  fakeRemote({
    watchWaiting: (_entity, then) => {
      then(new Set(['S1']))
      return () => {}
    },
  })
  await show(<ListScreen spec={spec} rows={loads} />)
  expect(screen.getAllByLabelText('Waiting to be sent')).toHaveLength(1)
})

test('loading, empty, refused and offline each say what they are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { unmount } = await show(<ListScreen spec={spec} rows={undefined} />)
  expect(screen.queryByText(/Still reading/)).toBeNull()
  act(() => {
    vi.advanceTimersByTime(3100)
  })
  expect(screen.getByText(/Still reading/)).toBeTruthy()
  vi.useRealTimers()
  unmount()
  await show(<ListScreen spec={spec} rows={[]} />)
  expect(screen.getByText('No trucks due.')).toBeTruthy()
  await show(<ListScreen spec={spec} rows={undefined} remote={{ refused: 'Ask your administrator.' }} />)
  expect(screen.getByText('Ask your administrator.')).toBeTruthy()
  await show(<ListScreen spec={spec} rows={undefined} remote={{ offline: true }} />)
  expect(screen.getByText('No connection')).toBeTruthy()
})
