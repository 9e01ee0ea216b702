import type { Cache } from './cache'
import type { Env } from './env'
import { Outdated } from './idb'
import { type Mutation, type Result, unsentOp } from './mutation'
import type { Outbox } from './outbox'
import { learnEpoch, offsetOf } from './pull'
import { settleShown } from './reconcile'
import { CallError, exchange, NoContact } from './wire'

interface PushAnswer {
  results: Result[]
  settled: number
  replicated: number
  safe?: number
  /** Of this device's mutations, those that wait for a person. */
  tray?: number[]
  epoch: string
  serverNow?: string
}

export interface PushOptions {
  env: Env
  outbox: Outbox
  /** Absent in a service worker, which only sends; the next tab finds the outcomes in the outbox. */
  cache?: Cache
  fence: number
  /** Who is signed in; undefined when nobody is, and the device sends under its own token. */
  user: string | undefined
  /** An administrator looks as the user: nothing goes in the user's name. */
  viewing?: boolean
  userToken: () => Promise<string | null>
  deviceToken: (former?: string) => Promise<string | null>
  signal?: AbortSignal
  progress?: () => void
  /** The server has taken work: from which moment on its rows show that, where that is all there is to tell of it. */
  answered?: (news: { epoch: string; version: number } | undefined) => void
  note?: (what: string, detail?: Record<string, unknown>) => void
  timeout?: number
}

/** How many mutations go in one request: more after a success, half after a loss of contact, remembered between pushes. */
export interface PushTuning {
  count: number
}

/** Where a run begins: a push of so many is a few packets of text that is packed well. */
export const firstCount = 400

/** `untold`: the server has not heard yet that whose work comes next works here. */
export type PushEnd = 'done' | 'retry' | 'signed-out' | 'not-enrolled' | 'untold' | 'start-again'

/** The server takes a megabyte. Where the text travels as it is, less of it is at stake in one request. */
const maxBytes = 256 * 1024
const maxPacked = 768 * 1024
const maxCount = 1000
/** A request that failed within so many ms was never under way: its size is not to blame. */
const atOnce = 300
/** Answers that are about what was sent and not about who sends it or when: too large, or not to be read. */
const notTaken = new Set([400, 413, 422])
const utf8 = new TextEncoder()

/** Exactly the fields that the signature covers, and the signature: the server verifies what it received, whole. */
function wire(m: Mutation): string {
  const { seq, id, device, subjects, at, atRaw, user, replaces, replacesDevice } = m
  const { op, args, sig } = m.unsent ? { op: unsentOp, ...m.unsent } : m
  return JSON.stringify({ seq, id, device, op, args, subjects, at, atRaw, user, replaces, replacesDevice, sig })
}

/** As many as fit, and at least one. */
function pack(batch: Mutation[], most: number): { taken: Mutation[]; parts: string[] } {
  const parts: string[] = []
  let bytes = 0
  for (const m of batch) {
    const part = wire(m)
    bytes += utf8.encode(part).length + 1
    if (parts.length > 0 && bytes > most) break
    parts.push(part)
  }
  return { taken: batch.slice(0, parts.length), parts }
}

/** One request that is on its way. */
interface Sent {
  taken: Mutation[]
  first: Mutation
  size: number
  at: number
  /** The life of the server's database that we believed in. */
  asked: string
  answer: Promise<PushAnswer>
}

/**
 * Sends what waits behind n, or says that nothing does, or that nobody is signed in whose right it could go under. Of work that it could not take, the
 * server holds up what shares a subject, under one identity: `later` is that, and what waits under others stays.
 */
async function sendBehind(
  o: PushOptions,
  after: number,
  most: number,
  later: string | undefined,
): Promise<Sent | 'nothing' | 'signed-out' | 'untold'> {
  const { outbox } = o
  if (o.signal?.aborted) throw new NoContact('network')
  const { device, users } = await outbox.queue()
  const next = await outbox.nextBatch(most, after)
  const untold = next.findIndex((m) => m.device === device && !users.includes(m.user) && (o.user === undefined || m.user === o.user))
  const { taken, parts } = pack(untold < 0 ? next : next.slice(0, untold), o.env.pack ? maxPacked : maxBytes)
  const first = taken[0]
  if (!first) return untold < 0 ? 'nothing' : 'untold'
  if ((later ?? first.device) !== first.device) return 'nothing'
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const own = o.user !== undefined && !o.viewing && taken.every((m) => m.user === o.user)
  // Somebody else's work, or work of a person who has gone home, goes under the device's own token.
  // An identity from before speaks for itself. Where it cannot, the server says whether it knows it at all.
  const former = first.device === device ? null : await o.deviceToken(first.device)
  const token = former ?? (own ? await o.userToken() : null) ?? (await o.deviceToken())
  if (token === null) return 'signed-out'
  const at = o.env.clock.now()
  const asked = (await outbox.queue()).epoch
  const answer = exchange<PushAnswer>(o.env, '/api/sync/push', {
    // The epoch that we believe in: a server in another life of its database refuses before it runs anything.
    body: `{"device":${JSON.stringify(first.device)},"epoch":${JSON.stringify(asked)},"mutations":[${parts.join(',')}]}`,
    token,
    timeout: o.timeout ?? 30_000,
    ...(o.signal ? { signal: o.signal } : {}),
  })
  answer.catch(() => {}) // whoever waits for it hears of it
  return { taken, first, size, at, asked, answer }
}

/** Sends what waits, in order, until nothing waits or the server wants us to come back later. */
export async function push(o: PushOptions, tuning: PushTuning): Promise<PushEnd> {
  const { outbox, fence } = o
  // One identity problem is met at most a few times in one run, a fork ten times, as its batches are halved; for ever would be a quarrel with the server.
  let quarrels = 0
  // While a fork is being found, batches only shrink: each good half is out of the way for ever.
  let most = maxCount
  // Each run of this function offers everything once, in order. What the server cannot take now does not hold up what stands behind it under its identity.
  let after = 0
  let later: string | undefined // the identity of what it could not take
  let ahead: ReturnType<typeof sendBehind> | undefined
  for (;;) {
    const sent = await (ahead ?? sendBehind(o, after, Math.min(most, tuning.count), later))
    ahead = undefined
    if (sent === 'signed-out' || sent === 'untold') return sent
    if (sent === 'nothing') return later ? 'retry' : 'done'
    const { taken, first, asked } = sent
    let answer: PushAnswer
    try {
      answer = await sent.answer
    } catch (err) {
      if (err instanceof NoContact) {
        // On a bad link a smaller request is the one that gets through. Where there is no link at all, an hour of attempts must not
        // leave us sending what waits one by one.
        if (o.env.clock.now() - sent.at >= atOnce) tuning.count = Math.max(1, Math.floor(tuning.count / 2))
        throw err
      }
      if (!(err instanceof CallError)) throw err
      if (notTaken.has(err.status) && !(taken.length === 1 && first.unsent)) {
        if (taken.length > 1) tuning.count = Math.max(1, Math.floor(taken.length / 2))
        else {
          o.note?.('set-aside', { code: err.code, op: first.op, size: sent.size })
          await outbox.setAside(fence, first, err.status === 413 ? sent.size : 0)
        }
        continue
      }
      if (err.status === 410) {
        const { epoch } = err.params
        if (typeof epoch === 'string') await heardEpoch(o, epoch, asked)
        return 'start-again' // who works here must be told anew before any work is
      }
      if (err.code === 'device-other' && first.device === (await outbox.queue()).device) return 'not-enrolled'
      if (err.status !== 409 || quarrels++ > 20) throw err
      o.note?.(err.code, { device: first.device, seq: first.seq, ...err.params })
      const { device } = await outbox.queue()
      if (err.code === 'not-enrolled') {
        if (first.device === device) return 'not-enrolled'
        await outbox.requeue(fence, first.device) // an identity of ours that the server has forgotten
      } else if (err.code === 'seq-gap') {
        const expected = Number(err.params.expected ?? err.params.seq ?? Number.NaN)
        // Only numbers that the server has never heard may move to a new identity; anything else would risk doing them twice.
        if (!(expected < first.seq)) throw err
        if (later) return 'retry' // what stands before these could not be kept this time
        if (!(await outbox.rewind(fence, first.device, expected))) {
          o.note?.('renumbered', { device: first.device, expected })
          await outbox.requeue(fence, first.device)
        }
      } else if (err.code === 'device-forked') {
        // The other copy may have sent some of these for us. We need their outcomes before the rest moves to a new identity, or they would run twice.
        const forked = Number(err.params.seq ?? Number.NaN)
        const shared = Number.isNaN(forked) ? Math.floor(taken.length / 2) : forked - first.seq
        if (shared > 0) {
          most = shared
          continue
        }
        most = maxCount
        await outbox.requeue(fence, first.device)
      } else throw err
      if ((await outbox.queue()).enrolled === false) return 'not-enrolled'
      after = 0
      continue
    }
    o.progress?.()
    const offset = offsetOf(answer.serverNow, sent.at, o.env.clock.now())
    tuning.count = Math.min(maxCount, tuning.count * 4)
    const tried = new Set(answer.results.map((r) => r.seq))
    if (answer.results.some((r) => r.status === 'retry')) later ??= first.device
    // Those without any answer come again with the next batch; the server may stop where its time is up.
    const unanswered = taken.find((m) => !tried.has(m.seq))
    after = unanswered ? unanswered.n - 1 : (taken.at(-1)?.n ?? after)
    // The next goes out while this one's outcomes are written down: what is written and what is sent are different mutations.
    if (unanswered !== first && answer.epoch === asked) {
      ahead = sendBehind(o, after, Math.min(most, tuning.count), later)
      ahead.catch(() => {}) // met when its turn comes
    }
    const queue = await outbox.queue()
    if (offset !== undefined && Math.abs(offset - queue.offset) > 500) await outbox.setOffset(fence, offset)
    // An answer of another life of the server: its outcomes are good, but what we kept from before it must be offered again first.
    if (answer.epoch !== queue.epoch && (await heardEpoch(o, answer.epoch, asked))) return 'start-again'
    // Nothing of these is forgotten before the cache knows since which version its rows hold them: what a worker has sent, the next tab finds and notes.
    const marks = o.cache && { ...answer, replicated: Math.min(answer.replicated, first.seq - 1), safe: 0 }
    const settlements = await outbox.settle(fence, first.device, answer.results, marks)
    if (o.cache) await settleShown(o.cache, outbox, settlements, fence, o.user)
    if (o.cache && answer.replicated >= first.seq) await outbox.confirm(fence, first.device, answer)
    const version = Math.max(...settlements.map((s) => s.version))
    o.answered?.(version > 0 && settlements.every((s) => s.status === 'applied') ? { epoch: answer.epoch, version } : undefined)
    if (unanswered === first) return 'retry'
  }
}

/** Whether the push must begin anew: the server is in another life than we thought, or the answer is of one that has ended. */
async function heardEpoch({ cache, outbox, fence, user = '', note }: PushOptions, epoch: string, asked: string): Promise<boolean> {
  try {
    if (cache) return await learnEpoch({ cache, outbox, fence, user, ...(note ? { note } : {}) }, epoch, asked)
    return await outbox.enterEpoch(fence, epoch, asked)
  } catch (err) {
    if (err instanceof Outdated) return true
    throw err
  }
}
