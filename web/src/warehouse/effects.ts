import { effect } from '@sync/effect'

const placeOf = (a: { rowId?: string; spot?: number; door?: string }) => ({
  rowId: a.rowId ?? '',
  spot: a.spot ?? 0,
  door: a.door?.trim() ?? '',
})
const trailers = ['warehouse_trailer'] as const
const moves = ['warehouse_yard_move'] as const
const both = ['warehouse_trailer', 'warehouse_yard_move'] as const
const none = { milli: 0, unit: '' }

/** What a person sees at once in the yard. The server's rows replace these guesses when they arrive. */
export const yardEffects = [
  effect('Yard/NoteTrailer', trailers, async ({ warehouse_trailer }, a, made) => {
    const was = await warehouse_trailer.get(a.TrailerId)
    await warehouse_trailer.put({
      ...(was ?? {
        ...placeOf(a),
        id: a.TrailerId,
        warehouse: a.WarehouseId,
        carrier: '',
        reading: none,
        readAt: null,
        freeDays: -1,
        placedAt: made.at,
        cameAt: made.at,
        shipmentId: '',
        version: 0,
        scopes: [],
      }),
      number: a.Number.trim().toUpperCase(),
      carrierName: a.Carrier ?? '',
      contents: a.Contents,
      seal: a.Seal?.trim().toUpperCase() ?? '',
      setPoint: a.SetPoint ?? none,
      dropped: a.Dropped ?? false,
      note: a.Note ?? '',
    })
  }),
  effect('Yard/NoteReading', trailers, async ({ warehouse_trailer }, a, made) => {
    await warehouse_trailer.update(a.TrailerId, { reading: a.Reading, readAt: made.at })
  }),
  effect('Yard/PlaceTrailer', trailers, async ({ warehouse_trailer }, a, made) => {
    await warehouse_trailer.update(a.TrailerId, { ...placeOf(a), placedAt: made.at })
  }),
  effect('Yard/TrailerLeft', both, async ({ warehouse_trailer, warehouse_yard_move }, a) => {
    await warehouse_trailer.delete(a.TrailerId)
    for (const m of await warehouse_yard_move.where('trailerId', a.TrailerId))
      await warehouse_yard_move.update(m.id, { state: 'cancelled' })
  }),
  effect('Yard/AskMove', moves, ({ warehouse_yard_move }, a, made) =>
    warehouse_yard_move.put({
      ...placeOf(a),
      id: a.MoveId,
      warehouse: '',
      trailerId: a.TrailerId,
      priority: a.Priority,
      note: a.Note ?? '',
      state: 'open',
      askedBy: '',
      askedAt: made.at,
      endedBy: '',
      endedAt: null,
      reason: '',
      version: 0,
      scopes: [],
    }),
  ),
  effect('Yard/DoMove', both, async ({ warehouse_trailer, warehouse_yard_move }, a, made) => {
    const move = await warehouse_yard_move.get(a.MoveId)
    if (!move) return
    await warehouse_yard_move.update(move.id, { state: 'done' })
    await warehouse_trailer.update(a.TrailerId, { ...placeOf(a.rowId || a.door ? a : move), placedAt: made.at })
  }),
  effect('Yard/CancelMove', moves, async ({ warehouse_yard_move }, a) => {
    await warehouse_yard_move.update(a.MoveId, { state: 'cancelled' })
  }),
]
