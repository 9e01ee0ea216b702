import type { Mutation, Outcome } from './mutation'
import type { OutboxDb, TrayItem } from './outboxDb'

/** Refused or parked work as it is laid before a person. */
export function trayItem(m: Mutation, status: 'rejected' | 'parked', outcome: Omit<Outcome, 'status'>, settledAt: number): TrayItem {
  const { n, id, device, seq, op, args, subjects, at, user } = m
  return {
    n,
    id,
    device,
    seq,
    op,
    args,
    subjects,
    at,
    user,
    status,
    code: outcome.code ?? '',
    params: outcome.params ?? {},
    errors: outcome.errors ?? [],
    row: outcome.row ?? null,
    settledAt,
  }
}

/** Items of our tray (their n) that the server's list of open ones no longer has. */
export async function dealtWith(db: OutboxDb, device: string, settledSeq: number, open: number[]): Promise<number[]> {
  if ((await db.tray.count()) === 0) return []
  const items = await db.tray.filter((t) => t.device === device && t.seq <= settledSeq && !open.includes(t.seq)).toArray()
  return items.map((t) => t.n)
}
