import { beforeEach, expect, test, vi } from 'vitest'
import { actions } from '../actions'
import { placeAt, placesFor } from './placeAgain'
import { keyOf, nowhere } from './yard'

const openForm = vi.hoisted(() => vi.fn())
vi.mock('@/kit/form/FormDialog', () => ({ openForm }))
beforeEach(() => openForm.mockReset())

test.each([
  [
    'Yard/NoteTrailer',
    { TrailerId: 'T1', Number: '53021', Carrier: 'ODFL', Seal: 'S1', rowId: 'RA', spot: 2, door: '' },
    { Number: '53022', Carrier: 'SAIA' },
  ],
  ['Yard/PlaceTrailer', { TrailerId: 'T1', rowId: 'RA', spot: 2, door: '' }, {}],
  ['Yard/AskMove', { MoveId: 'M1', TrailerId: 'T1', Priority: 'now', Note: 'soon', rowId: 'RA', spot: 2, door: '' }, {}],
  ['Yard/DoMove', { MoveId: 'M1', TrailerId: 'T1' }, {}],
])('%s that was refused is said of another place', async (op, args, more) => {
  openForm.mockResolvedValue({ Place: 'door:11', ...more })
  expect(await actions[op]?.edit?.(args, 'yard-spot-taken')).toEqual({ ...args, ...more, ...nowhere, door: '11' })
  expect(openForm.mock.calls[0]?.[1]).toMatchObject({ Place: 'rowId' in args ? 'RA:2' : '' })
  openForm.mockResolvedValue(undefined)
  expect(await actions[op]?.edit?.(args, 'yard-spot-taken')).toBeUndefined()
})

test('the place of a key', () => {
  for (const p of [nowhere, { ...nowhere, door: '11' }, { ...nowhere, rowId: 'R:1', spot: 7 }]) expect(placeAt(keyOf(p))).toEqual(p)
})

test('the places to choose from are those where nothing stands, and the one that was said', async () => {
  const trailers = [
    { id: 'T2', warehouse: 'ATL', number: '2', ...nowhere, rowId: 'RA', spot: 1 },
    { id: 'T3', warehouse: 'ATL', number: '3', ...nowhere, rowId: 'RA', spot: 2 },
  ]
  const rows = [
    { id: 'RA', warehouse: 'ATL', name: 'A', kind: 'spots', first: 1, spots: 4, closed: ['3'], doors: [], x: 0, y: 4, down: false },
  ]
  const table = (list: { id: string }[]) => ({
    get: async (id: string) => list.find((x) => x.id === id),
    toArray: async () => list,
    where: () => ({ equals: () => ({ toArray: async () => list }) }),
  })
  const db = {
    warehouse_site: table([{ id: 'ATL', doors: ['11'] } as never]),
    warehouse_yard_row: table(rows),
    warehouse_trailer: table(trailers),
    warehouse_yard_move: table([]),
  }
  const keys = async (args: object) =>
    (await placesFor(db as never, 'Yard/NoteTrailer', { TrailerId: 'T1', WarehouseId: 'ATL', ...args })).map((o) => o.value)
  expect(await keys({})).toEqual(['door:11', 'RA:4'])
  expect(await keys({ rowId: 'RA', spot: 2 })).toEqual(['door:11', 'RA:2', 'RA:4'])
})
