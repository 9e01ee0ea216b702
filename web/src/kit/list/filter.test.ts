import Dexie, { RangeSet, type Table } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListSpec, valueIn } from './defineList'
import { Filter } from './filter'
import { narrowing, orderOf } from './narrow'
import { pieceByPiece, type Shelf } from './shelf'

interface Load {
  id: string
  state: string
  day: string
  number: string
  pallets: number
}

const spec: ListSpec<Load> = {
  title: 'Loads',
  columns: [
    { key: 'number', label: 'Number', as: 'identifier' },
    { key: 'day', label: 'Day' },
    { key: 'pallets', label: 'Pallets', as: 'number' },
  ],
  empty: 'None.',
}
const bySchedule = [
  { id: 'day', desc: false },
  { id: 'number', desc: false },
]

let db: Dexie & { load: Table<Load, string> }
const load = (n: number, more: Partial<Load> = {}): Load => ({
  id: String((n * 7919) % 100_003).padStart(6, '0'),
  state: n % 10 === 0 ? 'pending' : 'open',
  day: `2026-12-${String((n % 3) + 1).padStart(2, '0')}`,
  number: `N-${n}`,
  pallets: n % 26,
  ...more,
})
const loads = Array.from({ length: 2600 }, (_, n) => load(n))
const shelf: Shelf<Load> = { table: () => db.load, index: '[state+day+id]', under: ['open'] }
const filters: Filter<Load>[] = []

beforeEach(async () => {
  db = new Dexie(`loads-${Math.random()}`) as typeof db // its one table is declared in the next line
  db.version(1).stores({ load: 'id, [state+day+id]' })
  await db.load.bulkPut(loads)
})
afterEach(() => {
  for (const filter of filters.splice(0)) filter.stop()
  db.close()
})

const filtered = async (sorting: { id: string; desc: boolean }[], wanted: Partial<Parameters<typeof narrowing>[1]> = {}, first = false) => {
  const { accepts } = narrowing(spec, { filters: [], text: '', ids: [], ...wanted })
  const filter = new Filter<Load>(shelf, { accepts, ...orderOf(spec, sorting), first })
  filters.push(filter)
  filter.start()
  await vi.waitFor(() => expect(filter.complete).toBe(true), { timeout: 10_000 })
  return filter
}
const shown = (filter: Filter<Load>) => Array.from({ length: filter.length }, (_, n) => filter.idAt(n))

/** What a list of all rows at hand would show. */
const expected = (rows: Load[], sorting: { id: string; desc: boolean }[], accepts: (l: Load) => boolean = () => true) => {
  const order = orderOf(spec, sorting)
  return rows
    .filter((l) => l.state === 'open' && accepts(l))
    .sort((a, b) => order.compare(order.keys(a), order.keys(b)) || (a.id < b.id ? -1 : 1))
    .map((l) => l.id)
}

test('rows are in the order that was asked for, whatever order the store has', async () => {
  for (const sorting of [
    bySchedule,
    [{ id: 'number', desc: true }],
    [
      { id: 'pallets', desc: false },
      { id: 'number', desc: false },
    ],
  ]) {
    const filter = await filtered(sorting, {}, sorting === bySchedule)
    expect(shown(filter)).toEqual(expected(loads, sorting))
    expect(filter.total).toBe(loads.filter((l) => l.state === 'open').length)
  }
})

test('filters, words and pasted ids leave what they leave of rows at hand', async () => {
  const filters = [{ id: 'day', value: ['2026-12-02'] }]
  expect(shown(await filtered(bySchedule, { filters }))).toEqual(expected(loads, bySchedule, (l) => l.day === '2026-12-02'))
  expect(shown(await filtered(bySchedule, { text: 'n-25' }))).toEqual(expected(loads, bySchedule, (l) => l.number.startsWith('N-25')))
  expect(shown(await filtered(bySchedule, { ids: ['N2599', 'N-7'] }))).toEqual(
    expected(loads, bySchedule, (l) => ['N-2599', 'N-7'].includes(l.number)),
  )
})

test('only rows before the eye are read and kept', async () => {
  const filter = await filtered(bySchedule, {}, true)
  filter.see(1000, 1100)
  await vi.waitFor(() => expect(filter.at(1099)?.id).toBe(filter.idAt(1099)))
  expect(filter.near).toHaveLength(100)
  expect(filter.at(0)).toBeUndefined()
})

test('a change that arrives reads the changed row and no other', async () => {
  const filter = await filtered(bySchedule, {}, true)
  const rows = new Map(loads.map((l) => [l.id, l]))
  const read = vi.spyOn(db.load, 'bulkGet')
  const through = vi.spyOn(db.load, 'where')
  const put = async (l: Load) => {
    const before = filter.version
    rows.set(l.id, l)
    await db.load.put(l)
    await vi.waitFor(() => expect(filter.version).toBeGreaterThan(before))
    await vi.waitFor(() => expect(shown(filter)).toEqual(expected([...rows.values()], bySchedule)))
  }
  await put(load(1, { day: '2026-12-09' })) // it goes to the end
  await put(load(10, { state: 'open' })) // it was none of them
  await put(load(11, { state: 'pending' })) // it is none of them any longer
  await put(load(5000)) // nobody knew it
  const gone = load(17).id
  rows.delete(gone)
  await db.load.delete(gone)
  await vi.waitFor(() => expect(shown(filter)).toEqual(expected([...rows.values()], bySchedule)))
  expect(filter.has(gone)).toBe(false)
  expect(through).not.toHaveBeenCalled()
  expect(Math.max(...read.mock.calls.map(([keys]) => (keys as string[]).length))).toBeLessThanOrEqual(2)
})

test('very many changes at once, as of a file, are all there', async () => {
  const filter = await filtered(bySchedule, {}, true)
  const more = Array.from({ length: 700 }, (_, n) => load(10_000 + n))
  await db.load.bulkPut(more)
  await vi.waitFor(() => expect(shown(filter)).toEqual(expected([...loads, ...more], bySchedule)), { timeout: 10_000 })
})

test('a row that moves on while the others are still read stands once, where it is now', async () => {
  const filter = new Filter<Load>(shelf, { accepts: () => true, ...orderOf(spec, bySchedule), first: true })
  filters.push(filter)
  const known = new Promise<void>((go) => filter.subscribe(() => go()))
  filter.start()
  await known
  const first = filter.at(0) as Load // the first piece is at hand
  const moved = { ...first, day: '2026-12-09' }
  await db.load.put(moved)
  expect(filter.complete).toBe(false)
  const now = loads.map((l) => (l.id === moved.id ? moved : l))
  await vi.waitFor(() => expect(shown(filter)).toEqual(expected(now, bySchedule)), { timeout: 10_000 })
})

test('a page that was put away and comes back reads what it did not hear of', async () => {
  const filter = await filtered(bySchedule, {}, true)
  const heard = Dexie.on('storagemutated').fire
  Dexie.on('storagemutated').fire = () => undefined
  await db.load.delete(loads[1]?.id ?? '')
  Dexie.on('storagemutated').fire = heard
  expect(filter.length).toBe(2340)
  Dexie.on('storagemutated').fire({ all: new RangeSet(Number.NEGATIVE_INFINITY as never, [[]] as never) }) // as Dexie itself says it
  await vi.waitFor(() => expect(filter.length).toBe(2339), { timeout: 10_000 })
})

test('a database that is closed while rows are looked at is asked again', async () => {
  const filter = await filtered(bySchedule, {}, true)
  vi.spyOn(db.load, 'bulkGet').mockRejectedValueOnce(new Dexie.DatabaseClosedError())
  filter.see(1000, 1100)
  await vi.waitFor(() => expect(filter.at(1099)?.id).toBe(filter.idAt(1099)), { timeout: 10_000 })
})

test('who takes all before all is known gets all', async () => {
  const filter = new Filter<Load>(shelf, { accepts: () => true, ...orderOf(spec, bySchedule), first: true })
  filters.push(filter)
  filter.start()
  expect((await filter.take()).map((l) => l.id)).toEqual(expected(loads, bySchedule))
})

test('the first rows are there before all have been gone through', async () => {
  const filter = new Filter<Load>(shelf, { accepts: () => true, ...orderOf(spec, bySchedule), first: true })
  filters.push(filter)
  const early = new Promise<{ rows: number; complete: boolean; first: Load | undefined }>((done) =>
    filter.subscribe(() => done({ rows: filter.length, complete: filter.complete, first: filter.at(0) })),
  )
  filter.start()
  expect(await early).toMatchObject({ rows: 100, complete: false, first: { day: '2026-12-01' } })
})

test('a day of more rows than a piece is gone through once', async () => {
  const seen: string[] = []
  for await (const rows of pieceByPiece(shelf)) seen.push(...rows.map((l) => `${valueIn(spec.columns[1] as never, l as never)} ${l.id}`)) // the second column is the day
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen).toEqual(seen.toSorted())
})
