import { noted } from './idb'
import { type HeldLease, leases, type Taken } from './leases'
import type { Mutation } from './mutation'
import { bare, type OutboxDb, type Queue, record } from './outboxDb'

/** Another tab wrote between our look at the queue and our write; the signature covers the seq, so it is made again. */
export class Raced extends Error {}

/** Mutations as they were kept, and how the queue stands behind them. */
interface Committed {
  written: Mutation[]
  next: Queue
}

const behind = (queue: Queue, list: Pick<Mutation, 'at'>[]): Queue => ({
  ...queue,
  nextSeq: queue.nextSeq + list.length,
  recorded: queue.recorded + list.length,
  lastAt: Date.parse(list.at(-1)?.at ?? '') || (queue.lastAt ?? 0),
})

/**
 * The hot path of every tap, on the bare store. Nobody watches `mutations` by a live query; the status does the counting. All is asked for at once,
 * on the guess that the queue stands as we last saw it: what is read first tells whether it does, before anything of it can be kept. Several
 * mutations are kept together or not at all.
 */
export function commit(db: OutboxDb, list: Omit<Mutation, 'n'>[], guess: Queue, taken: Taken[]): Promise<Committed> {
  const idb = bare(db)
  return new Promise((resolve, reject) => {
    const tx = noted(idb.transaction(['meta', 'mutations'], 'readwrite', { durability: 'strict' }))
    let raced = false
    let next = behind(guess, list)
    const written: Mutation[] = []
    const meta = tx.objectStore('meta')
    for (const { key, from, to } of taken) {
      const held = meta.get(key) as IDBRequest<HeldLease | undefined>
      held.onsuccess = () => {
        if (held.result?.next === from && held.result.device === guess.device) meta.put({ ...held.result, next: to })
        else if (!raced) {
          raced = true // another tab has used the number meanwhile
          tx.abort()
        }
      }
    }
    const read = meta.get('queue') as IDBRequest<Queue> // written at the opening
    read.onsuccess = () => {
      const queue = read.result
      if (queue.device !== guess.device || queue.nextSeq !== guess.nextSeq) {
        if (!raced) tx.abort()
        raced = true
        return
      }
      if (JSON.stringify(queue) === JSON.stringify(guess)) return
      next = behind(queue, list) // the leader has written other things of it
      meta.put(next)
    }
    const mutations = tx.objectStore('mutations')
    for (const mutation of list) {
      const added = mutations.add(mutation)
      added.onsuccess = () => {
        written.push({ ...mutation, n: Number(added.result) })
        if (written.length === list.length) tx.commit() // nothing else will be asked for
      }
    }
    meta.put(next)
    tx.oncomplete = () => (written.length === list.length ? resolve({ written, next }) : reject(new Error('the outbox took nothing')))
    tx.onabort = () => reject(raced ? new Raced() : (tx.error ?? new DOMException('the outbox write was aborted', 'AbortError')))
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
    const next = behind(queue, [mutation])
    const n = await db.mutations.add(mutation as Mutation) // n is given by the store
    await db.meta.put(next)
    await db.tray.delete(answers)
    await db.mutations.update(answers, { answered: true })
    return { written: [{ ...mutation, n }], next }
  })
}
