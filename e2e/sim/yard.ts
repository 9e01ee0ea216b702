import { seeded } from '@sync/testing/world'
import type { Record } from './dock'
import type { SimYard } from './server'
import type { Tablet } from './tablet'

/**
 * What is done in the yard of ATL, from a stream of its own: what is new here leaves the seeds' other fates as they were. Few spots, so that two who were
 * offline mean the same one, and moves that one asks for and another does.
 */
export function yardOf(seed: number, { row, trailers }: SimYard, record: Record) {
  const random = seeded(seed * 179424673)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty
  const asked: { MoveId: string; TrailerId: string }[] = []
  const place = () =>
    random() < 0.75 ? { rowId: row, spot: 1 + Math.floor(random() * 3), door: '' } : { rowId: '', spot: 0, door: one(['11', '12']) }

  const act = async (tablet: Tablet): Promise<void> => {
    const TrailerId = one(trailers)
    const kind = Math.floor(random() * 10)
    if (kind < 3) return record(tablet, 'Yard/PlaceTrailer', { TrailerId, ...place() })
    if (kind < 5) {
      const MoveId = tablet.work?.outbox.newId() ?? ''
      asked.push({ MoveId, TrailerId })
      return record(tablet, 'Yard/AskMove', { MoveId, TrailerId, Priority: one(['now', 'normal', 'later']), Note: '', ...place() })
    }
    const move = asked.length > 0 ? one(asked) : undefined
    if (kind < 8 && move) return record(tablet, 'Yard/DoMove', { ...move, ...(random() < 0.2 ? place() : {}) })
    if (kind === 8 && move) return record(tablet, 'Yard/CancelMove', { ...move, Reason: 'flat tire' })
    if (random() < 0.3) return record(tablet, 'Yard/TrailerLeft', { TrailerId })
    if (random() < 0.5)
      return record(tablet, 'Yard/NoteReading', { TrailerId, Reading: { milli: 1000 * Math.floor(random() * 40), unit: 'F' } })
    return record(tablet, 'Yard/NoteTrailer', {
      TrailerId,
      WarehouseId: 'ATL',
      Number: `YT-${trailers.indexOf(TrailerId)}`,
      Contents: one(['empty', 'loaded']),
      Seal: `S${Math.floor(random() * 9)}`,
      Dropped: true,
    })
  }

  return { act, chance: (p: number) => random() < p }
}
