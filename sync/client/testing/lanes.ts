import { type Mutation, named } from '../mutation'

/** A mutation's outcome as the server keeps it. */
export interface Judged {
  id: string
  device: string
  seq: number
  op: string
  status: string
  /** Why it was refused. */
  code?: string
  version: number
  /** Of parked work, the number under the same identity that it waits for. */
  behind?: number
}

const ofSender = new Set(['user-not-on-device', 'device-revoked'])

/** Whether what came of it is no outcome of the action: its sender was turned away, or could only say that the action was too large to send. */
export const turnedAway = (op: string, code = '') => ofSender.has(code) || op === 'Sync/Unsent'

/** What one disk has recorded, whoever was signed in and under whichever identity it goes out. */
export interface Disk {
  name: string
  done: Mutation[]
}

/**
 * What may never be seen, at whatever moment one looks and however often an identity was renewed: an action with two outcomes, and on one subject an
 * action of a disk that was applied before one that its people did earlier.
 */
export function outOfLane(disks: Disk[], outcomes: Judged[], twice: string[]): string | undefined {
  if (twice.length > 0) return `carried out twice: ${twice}`
  const byId = new Map<string, Judged>()
  for (const o of outcomes) {
    if (turnedAway(o.op, o.code)) continue
    const before = byId.get(o.id)
    if (before && (before.status !== o.status || before.version !== o.version))
      // a copied disk may be told the same under two identities
      return `${o.id} ${o.op} has an outcome as ${[before, o].map((b) => `${b.device}/${b.seq} (${b.status} at ${b.version})`).join(' and as ')}`
    byId.set(o.id, o)
  }
  for (const { name, done } of disks) {
    const last = new Map<string, Judged>()
    for (const { id, subjects } of done) {
      const o = byId.get(id)
      if (o?.status !== 'applied') continue
      for (const subject of subjects) {
        const before = last.get(subject)
        if (before && before.version > o.version)
          return `${name}: ${o.op} ${id} was applied at ${o.version}, and ${before.op} ${before.id} of ${subject}, done earlier, at ${before.version}`
        last.set(subject, o)
      }
    }
  }
  return waitsForLater(disks, outcomes)
}

/**
 * An edit that waits for what was done after the work that it answers: where that waits for it in turn, neither is ever done. Of work that is known under two
 * identities, nothing is said.
 */
function waitsForLater(disks: Disk[], outcomes: Judged[]): string | undefined {
  const ids = new Map<string, Judged[]>()
  for (const o of outcomes) ids.set(o.id, [...(ids.get(o.id) ?? []), o])
  for (const { name, done } of disks) {
    const byId = new Map(done.map((m) => [m.id, m]))
    const byNumber = new Map(done.map((m) => [named(m.device, m.seq), m]))
    /** The first that was refused, of which this is the edit of an edit. */
    const root = (m: Mutation, device: string): Mutation => {
      const before = m.replaces === null ? undefined : byNumber.get(named(m.replacesDevice ?? m.device, m.replaces))
      const [o, ...more] = ids.get(before?.id ?? '') ?? []
      if (!before || !o || more.length > 0 || o.status === 'applied' || o.device !== device || before.n >= m.n) return m
      return root(before, device)
    }
    for (const o of outcomes) {
      const m = byId.get(o.id)
      if (!m || !o.behind || ids.get(o.id)?.length !== 1) continue
      const first = outcomes.find((b) => b.device === o.device && b.seq === o.behind)
      const other = first && ids.get(first.id)?.length === 1 ? byId.get(first.id) : undefined
      if (other && root(other, o.device).n > root(m, o.device).n)
        return `${name}: ${o.op} ${o.id} is parked behind ${first?.op} ${first?.id}, which was done after the work that it answers`
    }
  }
  return undefined
}
