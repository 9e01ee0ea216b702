import type { Mutation } from '../mutation'

/** A mutation's outcome as the server keeps it. */
export interface Judged {
  id: string
  device: string
  seq: number
  op: string
  status: string
  version: number
}

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
    const before = byId.get(o.id)
    if (before && (before.status !== o.status || before.version !== o.version))
      // a copied disk may be told the same under two identities
      return `${o.id} ${o.op} has an outcome as ${before.device}/${before.seq} and as ${o.device}/${o.seq}`
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
  return undefined
}
