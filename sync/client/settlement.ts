import Dexie from 'dexie'
import { reopening } from './idb'
import { type Mutation, type Outcome, type Result, settled, waiting } from './mutation'
import { type OutboxDb, type Queue, record, type TrayItem } from './outboxDb'
import { dealtWith, trayItem } from './tray'

/** How far the server has come with a device's mutations. */
export interface Marks {
  epoch: string
  settled: number
  replicated: number
  /** The version that the replica holds: what was applied no later is safe, under whichever identity it was sent. */
  safe?: number
  /** The seqs that wait for a person there: what is settled, stands in our tray and not in this list, a supervisor has dealt with. */
  tray?: number[]
}

export interface Settlement {
  id: string
  status: Outcome['status']
  version: number
  /** The life of the server's database that the version is of; undefined where it was safe before, so that every later one has it at the same. */
  epoch: string | undefined
}

/**
 * Writes outcomes down, inside the leader's transaction. Where one has its mutation's id with it, the number alone does not do: a copy of this device may
 * have used it for work of its own.
 */
export async function judge(
  db: OutboxDb,
  queue: Queue,
  device: string,
  results: (Result & { id?: string })[],
  settledAt: number,
): Promise<Settlement[]> {
  const { epoch } = queue
  const final = new Map(results.flatMap((r) => (r.status === 'retry' ? [] : [[r.seq, r] as const])))
  if (final.size === 0) return []
  const seqs = [...final.keys()]
  const found = await db.mutations
    .where('[device+seq]')
    .between([device, Math.min(...seqs)], [device, Math.max(...seqs)], true, true)
    .toArray()
  const cleared: number[] = []
  const kept: TrayItem[] = []
  const done: Settlement[] = []
  const judged = found.flatMap((m): Mutation[] => {
    const result = final.get(m.seq)
    if (!result || result.status === 'retry') return []
    const { seq: _seq, id, status, ...rest } = result
    if (id !== undefined && id !== m.id) return []
    if (status === 'applied' && m.outcome?.status === status && m.outcome.version === rest.version) {
      done.push({ id: m.id, status, version: rest.version ?? 0, epoch })
      return [] // a page of rows has said so before
    }
    if (m.state === waiting) queue.settledCount++
    if (status === 'applied') cleared.push(m.n)
    else if (!m.answered) kept.push(trayItem(m, status, rest, settledAt))
    done.push({ id: m.id, status, version: rest.version ?? 0, epoch })
    return [{ ...m, state: settled, outcome: { status, ...rest }, settledAt }]
  })
  await db.mutations.bulkPut(judged)
  if ((await db.tray.count()) > 0) await db.tray.bulkDelete(cleared)
  if (kept.length > 0) await db.tray.bulkPut(kept)
  return done
}

/** Forgets what the replica holds, and says of how much. What has no outcome stays, whatever the watermark says. */
export async function mark(db: OutboxDb, queue: Queue, { settled: settledSeq, replicated, safe = 0, tray }: Marks): Promise<number> {
  queue.settled = settledSeq
  queue.replicated = replicated
  if (tray) {
    const dealt = await dealtWith(db, queue.device, settledSeq, tray)
    if (dealt.length > 0) await db.tray.bulkDelete(dealt)
  }
  const below = () => upTo(db, queue, replicated)
  const version = (await below().last())?.outcome?.version ?? 0
  if (version > (queue.forgotten ?? 0)) queue.forgotten = version
  const left = await ofFormer(db, queue, safe)
  for (const m of left) if (m.outcome?.version) queue.forgotten = Math.max(queue.forgotten ?? 0, m.outcome.version)
  await db.mutations.bulkDelete(left.map((m) => m.n))
  return (
    left.length +
    (await below()
      .and((m) => m.state === settled)
      .delete())
  )
}

/** What is kept of the present identity's numbers up to this one. */
export const upTo = (db: OutboxDb, { device }: Queue, seq: number) =>
  db.mutations.where('[device+seq]').between([device, 0], [device, seq], true, true)

/** What was settled under an identity of before and is safe: the server's marks are about the present one's numbers alone. */
export async function ofFormer(db: OutboxDb, queue: Queue, safe: number): Promise<Mutation[]> {
  if ((await db.devices.count()) < 2) return []
  const of = (m: Mutation) => m.device !== queue.device && (m.outcome?.version ?? Number.POSITIVE_INFINITY) <= safe
  return db.mutations.where('[state+n]').between([settled, Dexie.minKey], [settled, Dexie.maxKey]).and(of).toArray()
}

/** Those of these mutations that have an outcome. What has even been forgotten since was applied, at the latest when the last of the forgotten was. */
export async function judged(db: OutboxDb, list: Mutation[]): Promise<Settlement[]> {
  const numbers = list.map((m) => m.n)
  const open = await reopening(db, () =>
    db.mutations
      .where('[state+n]')
      .between([waiting, Math.min(...numbers)], [waiting, Math.max(...numbers)], true, true)
      .primaryKeys(),
  )
  const still = new Set(open)
  const rest = list.filter((m) => !still.has(m.n))
  const now = await db.mutations.bulkGet(rest.map((m) => m.n))
  const { forgotten = 0, epoch } = await record(db)
  return rest.flatMap(({ id }, i): Settlement[] => {
    const found = now[i]
    if (!found) return [{ id, status: 'applied', version: forgotten, epoch: undefined }]
    return found.outcome ? [{ id, status: found.outcome.status, version: found.outcome.version ?? 0, epoch }] : []
  })
}
