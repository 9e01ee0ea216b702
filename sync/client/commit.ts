import { type HeldLease, leases, type Taken } from './leases'
import type { Mutation } from './mutation'
import { bare, type OutboxDb, type Queue, record } from './outboxDb'

/** Another tab wrote between our look at the queue and our write; the signature covers the seq, so it is made again. */
export class Raced extends Error {}

/** A mutation as it was kept, and how the queue stands behind it. */
interface Committed {
  written: Mutation
  next: Queue
}

/**
 * The hot path of every tap, on the bare store. Nobody watches `mutations` by a live query; the status does the counting. All is asked for at once,
 * on the guess that the queue stands as we last saw it: what is read first tells whether it does, before anything of it can be kept.
 */
export function commit(db: OutboxDb, mutation: Omit<Mutation, 'n'>, guess: Queue, taken: Taken[]): Promise<Committed> {
  const idb = bare(db)
  return new Promise((resolve, reject) => {
    const tx = idb.transaction(['meta', 'mutations'], 'readwrite', { durability: 'strict' })
    let raced = false
    let written: Mutation | undefined
    let next: Queue | undefined
    const meta = tx.objectStore('meta')
    for (const { key, from, to } of taken) {
      const held = meta.get(key) as IDBRequest<HeldLease | undefined>
      held.onsuccess = () => {
        if (held.result?.next === from && held.result.device === mutation.device) meta.put({ ...held.result, next: to })
        else if (!raced) {
          raced = true // another tab has used the number meanwhile
          tx.abort()
        }
      }
    }
    const behind = (queue: Queue): Queue => ({ ...queue, nextSeq: queue.nextSeq + 1, recorded: queue.recorded + 1 })
    const read = meta.get('queue') as IDBRequest<Queue> // written at the opening
    read.onsuccess = () => {
      const queue = read.result
      if (queue.device !== mutation.device || queue.nextSeq !== mutation.seq) {
        if (!raced) tx.abort()
        raced = true
        return
      }
      if (JSON.stringify(queue) === JSON.stringify(guess)) return
      next = behind(queue) // the leader has written other things of it
      meta.put(next)
    }
    const added = tx.objectStore('mutations').add(mutation)
    added.onsuccess = () => {
      written = { ...mutation, n: Number(added.result) }
      tx.commit() // nothing else will be asked for
    }
    next = behind(guess)
    meta.put(next)
    tx.oncomplete = () => (written && next ? resolve({ written, next }) : reject(new Error('the outbox took nothing')))
    tx.onabort = () => reject(raced ? new Raced() : (tx.error ?? new Error('the outbox write was aborted')))
  })
}

/** The same with the tray item that it answers, which screens watch. */
export function commitAnswer(db: OutboxDb, mutation: Omit<Mutation, 'n'>, answers: number, taken: Taken[]): Promise<Committed> {
  return db.transaction('rw', db.meta, db.mutations, db.tray, async () => {
    const queue = await record(db)
    if (queue.device !== mutation.device || queue.nextSeq !== mutation.seq) throw new Raced()
    for (const { key, from, to } of taken) {
      const held = await leases(db).get(key)
      if (held?.next !== from || held.device !== mutation.device) throw new Raced()
      await leases(db).put({ ...held, next: to })
    }
    const next = { ...queue, nextSeq: queue.nextSeq + 1, recorded: queue.recorded + 1 }
    const n = await db.mutations.add(mutation as Mutation) // n is given by the store
    await db.meta.put(next)
    await db.tray.delete(answers)
    await db.mutations.update(answers, { answered: true })
    return { written: { ...mutation, n }, next }
  })
}
