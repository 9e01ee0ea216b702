import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Dexie, { type Table } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeRemote, show } from '../testing/render'
import { defineList } from './defineList'
import { Filter } from './filter'
import { StoredList } from './StoredList'
import type { Shelf } from './shelf'

interface Load {
  id: string
  state: string
  day: string
  door: string
  site: string
}

let db: Dexie & { load: Table<Load, string> }
const shelf: Shelf<Load> = { table: () => db.load, index: '[state+day+id]', under: ['open'] }
const defer = vi.fn((_rows: Load[]) => undefined)
let lists = 0

const specOf = () =>
  defineList<Load>({
    name: `stored-${lists}`,
    title: 'Loads',
    columns: [
      { key: 'id', label: 'Load', as: 'identifier' },
      { key: 'day', label: 'Day' },
      { key: 'door', label: 'Door' },
      { key: 'site', label: 'Site', value: (l) => `Site ${l.site}` },
    ],
    filters: ['door', 'site'],
    sort: [{ id: 'day' }, { id: 'id' }],
    bulk: [{ label: 'Defer', when: (l) => l.door !== 'Door 2', run: defer, done: () => 'Deferred' }],
    empty: 'No trucks due.',
  })

beforeEach(async () => {
  fakeRemote()
  lists++
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 200 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1000 })
  db = new Dexie(`stored-${lists}`) as typeof db // its one table is declared in the next line
  db.version(1).stores({ load: 'id, [state+day+id]' })
  await db.load.bulkPut(
    Array.from({ length: 900 }, (_, n) => ({
      id: `S${1000 + n}`,
      state: n % 9 === 0 ? 'pending' : 'open',
      day: `day ${n % 4}`,
      door: `Door ${n % 3}`,
      site: n % 3 === 1 ? 'N' : 'S',
    })),
  )
  vi.clearAllMocks()
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

const grid = () => screen.findByRole('grid', { name: 'Loads' })
const rowCount = async () => Number((await grid()).getAttribute('aria-rowcount')) - 1
const open = async () => {
  const shown = await show(<StoredList spec={specOf()} shelf={shelf} name={`loads ${lists}`} />)
  await waitFor(async () => expect(await rowCount()).toBe(800), { timeout: 10_000 })
  return shown
}

test('all are counted and few are drawn; who goes to the end sees the last', async () => {
  await open()
  expect(screen.getByRole('status').textContent).toBe('800')
  expect(within(await grid()).getAllByRole('row').length).toBeLessThan(40)
  fireEvent.scroll(await grid(), { target: { scrollTop: 34 * 790 } })
  expect(await screen.findByText('S1899', {}, { timeout: 10_000 })).toBeTruthy()
})

const offer = async (column: string) => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(within(await screen.findByRole('group', { name: 'Filter by' })).getByRole('button', { name: column }))
  return user
}
const choose = async (column: string, value: string) => {
  const user = await offer(column)
  await user.click(await screen.findByRole('checkbox', { name: value }))
  await user.keyboard('{Escape}')
}

test('a filter says how many have each value, and leaves those', async () => {
  await open()
  await choose('Door', 'Door 1 · 300')
  await waitFor(async () => expect(await rowCount()).toBe(300), { timeout: 10_000 })
  expect(screen.getByText('300 of 800')).toBeTruthy()
  expect(screen.getByText('Door: Door 1')).toBeTruthy()
})

test('counts stand while rows come in, and are the new ones when they pause', async () => {
  await open()
  await offer('Door')
  await screen.findByRole('checkbox', { name: 'Door 1 · 300' })
  const counts: number[] = []
  const watch = new MutationObserver(() => {
    for (const label of document.querySelectorAll('fieldset label')) {
      const n = /^Door 1 · (\d+)/.exec(label.textContent)?.[1]
      if (n) counts.push(Number(n))
    }
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  for (let n = 0; n < 5; n++) await act(() => db.load.put({ id: `B${n}`, state: 'open', day: 'day 0', door: 'Door 1', site: 'N' }))
  expect(await screen.findByRole('checkbox', { name: 'Door 1 · 305' }, { timeout: 10_000 })).toBeTruthy()
  watch.disconnect()
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(300)
})

test('what is filtered by is told in its words at once, and where no row is left', async () => {
  await open()
  const start = vi.spyOn(Filter.prototype, 'start').mockImplementation(() => undefined) // as if it took for ever
  await choose('Site', 'Site S · 500')
  expect(await screen.findByText('Site: Site S')).toBeTruthy()
  start.mockRestore()
  await choose('Door', 'Door 1 · 300')
  expect(await screen.findByText('Nothing here matches', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText('Site: Site S')).toBeTruthy()
  expect(screen.getByText('Door: Door 1')).toBeTruthy()
})

test('a column offers its own values alone, also before they are counted', async () => {
  await open()
  await choose('Door', 'Door 1 · 300')
  const never = { between: () => never, limit: () => never, toArray: () => new Promise(() => undefined) }
  vi.spyOn(db.load, 'where').mockReturnValue(never as never) // as much of a collection as is asked of it
  await offer('Site')
  expect(await screen.findByRole('group', { name: 'Site' })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /Door/ })).toBeNull()
})

test('a text that no row has says so, and all come back', async () => {
  const user = userEvent.setup()
  await open()
  fireEvent.change(screen.getByLabelText('Find in this list'), { target: { value: 'no such door' } })
  await user.click(await screen.findByRole('button', { name: 'Show all' }, { timeout: 10_000 }))
  await waitFor(async () => expect(await rowCount()).toBe(800))
})

test('who types on lets go of what was sought before', async () => {
  await open()
  const start = vi.spyOn(Filter.prototype, 'start').mockImplementation(() => undefined) // as if it took for ever
  const stop = vi.spyOn(Filter.prototype, 'stop')
  const find = screen.getByLabelText('Find in this list')
  fireEvent.change(find, { target: { value: 'S1' } })
  await waitFor(() => expect(start).toHaveBeenCalledOnce())
  expect(stop).not.toHaveBeenCalled() // the whole list may be come back to
  const [sought] = start.mock.contexts
  start.mockRestore()
  fireEvent.change(find, { target: { value: 'S100' } })
  await waitFor(async () => expect(await rowCount()).toBe(8), { timeout: 10_000 })
  expect(stop).toHaveBeenCalledOnce()
  expect(stop.mock.contexts[0]).toBe(sought)
})

test('all that is chosen is taken, also what was never drawn, and what is gone is not', async () => {
  const user = userEvent.setup()
  await open()
  act(() => screen.getByRole('grid').focus())
  await user.keyboard('{Control>}a{/Control}')
  const bar = () => screen.getByRole('region', { name: 'Selected rows' })
  expect(bar().textContent).toContain('800 rows selected')
  await act(() => db.load.delete('S1001'))
  await waitFor(() => expect(bar().textContent).toContain('799 rows selected'))
  await user.click(within(bar()).getByRole('button', { name: 'Defer' }))
  await waitFor(() => expect(defer).toHaveBeenCalledOnce())
  const taken = defer.mock.calls[0]?.[0] ?? []
  const there = await db.load.filter((l) => l.state === 'open').toArray()
  expect(taken.map((l) => l.id).toSorted()).toEqual(there.filter((l) => l.door !== 'Door 2').map((l) => l.id))
})

test('a row that changes is drawn anew, and one that is new has its place', async () => {
  await open()
  await act(() => db.load.update('S1004', { door: 'Door 99' }))
  expect(await screen.findByText('Door 99', {}, { timeout: 10_000 })).toBeTruthy()
  await act(() => db.load.put({ id: 'A1', state: 'open', day: 'day 0', door: 'Door 7', site: 'N' }))
  await waitFor(async () => expect(within((await grid()).querySelector('[aria-rowindex="2"]') as HTMLElement).getByText('A1')).toBeTruthy())
})
