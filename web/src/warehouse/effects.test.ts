import type { Made } from '@sync/effect'
import { describe, expect, it } from 'vitest'
import { yardEffects } from './effects'

type Row = Record<string, unknown> & { id: string }

const tableOf = (rows: Row[]) => {
  const all = new Map(rows.map((r) => [r.id, r]))
  return {
    all,
    get: async (id: string) => all.get(id),
    where: async (index: string, value: unknown) => [...all.values()].filter((r) => r[index] === value),
    put: async (r: Row) => void all.set(r.id, r),
    update: async (id: string, patch: object) => {
      const was = all.get(id)
      if (was) all.set(id, { ...was, ...patch })
      return was !== undefined
    },
    delete: async (id: string) => void all.delete(id),
  }
}

const at = '2026-11-20T14:00:00.000Z'
async function run(op: string, args: object, trailers: Row[], moves: Row[] = []) {
  const tables = { warehouse_trailer: tableOf(trailers), warehouse_yard_move: tableOf(moves) }
  await new Map(yardEffects).get(op)?.run(tables as never, args as never, { at, user: 'U-DOCK' } as Made) // the registry holds effects of all ops
  return { trailer: tables.warehouse_trailer.all.get('T1'), move: tables.warehouse_yard_move.all.get('M1') }
}
const stands = { id: 'T1', number: '53021', rowId: 'RA', spot: 2, door: '', placedAt: null, freeDays: 3 }
const asked = { id: 'M1', trailerId: 'T1', rowId: '', spot: 0, door: '02', state: 'open' }

describe('the yard shows at once', () => {
  it('a trailer that is entered, and keeps of a known one where it stands', async () => {
    const args = { TrailerId: 'T1', WarehouseId: 'ATL', Number: ' nt-7 ', Contents: 'loaded', Seal: 's1' }
    expect((await run('Yard/NoteTrailer', { ...args, door: ' 4 ' }, [])).trailer).toMatchObject({
      number: 'NT-7',
      seal: 'S1',
      door: '4',
      cameAt: at,
      freeDays: -1,
    })
    expect((await run('Yard/NoteTrailer', args, [stands])).trailer).toMatchObject({ number: 'NT-7', rowId: 'RA', spot: 2, freeDays: 3 })
  })
  it('where a trailer stands, and what its display reads', async () => {
    expect((await run('Yard/PlaceTrailer', { TrailerId: 'T1', door: '7' }, [stands])).trailer).toMatchObject({
      rowId: '',
      spot: 0,
      door: '7',
      placedAt: at,
    })
    const Reading = { milli: 36_000, unit: 'F' }
    expect((await run('Yard/NoteReading', { TrailerId: 'T1', Reading }, [stands])).trailer).toMatchObject({ reading: Reading, readAt: at })
  })
  it('a move that is asked for, done as asked or elsewhere, or cancelled', async () => {
    expect(
      (await run('Yard/AskMove', { MoveId: 'M1', TrailerId: 'T1', Priority: 'now', rowId: 'RA', spot: 9 }, [stands])).move,
    ).toMatchObject({ state: 'open', spot: 9, priority: 'now' })
    const done = await run('Yard/DoMove', { MoveId: 'M1', TrailerId: 'T1' }, [stands], [asked])
    expect(done).toMatchObject({ trailer: { door: '02', rowId: '', placedAt: at }, move: { state: 'done' } })
    expect((await run('Yard/DoMove', { MoveId: 'M1', TrailerId: 'T1', rowId: 'RB', spot: 3 }, [stands], [asked])).trailer).toMatchObject({
      rowId: 'RB',
      spot: 3,
      door: '',
    })
    expect((await run('Yard/CancelMove', { MoveId: 'M1', TrailerId: 'T1', Reason: 'flat' }, [stands], [asked])).move).toMatchObject({
      state: 'cancelled',
    })
  })
  it('nothing of a move that it does not know, and no move of a trailer that left', async () => {
    expect((await run('Yard/DoMove', { MoveId: 'M1', TrailerId: 'T1' }, [stands])).trailer).toEqual(stands)
    expect(await run('Yard/TrailerLeft', { TrailerId: 'T1' }, [stands], [asked])).toMatchObject({
      trailer: undefined,
      move: { state: 'cancelled' },
    })
  })
})
