import { canonical } from './canonical'
import { type Client, current } from './client'
import type { Ops } from './gen/api'
import type { OnlineOp } from './ops'
import { part } from './part'
import { CallError, exchange, isAnswer, NoContact, type Request } from './wire'

const theQueries = part(() => import('./gen/queries'))

export { CallError, NoContact }

export interface CallOptions {
  /** The page that asks; it can only narrow what the server allows. */
  pageId?: number
  signal?: AbortSignal
  timeout?: number
  /** For a command that is tried again: a repeat under the same key gets the first answer. */
  key?: string
}

/** Calls the server. CallError where it says no, NoContact where it cannot be reached. */
export function call<N extends OnlineOp>(op: N, req: Ops[N]['req'], options: CallOptions = {}): Promise<Ops[N]['resp']> {
  return callFrom(current(), op, req, options)
}

export async function callFrom<N extends OnlineOp>(
  client: Client,
  op: N,
  req: Ops[N]['req'],
  options: CallOptions = {},
): Promise<Ops[N]['resp']> {
  // No part of what stands before the first screen. Where it cannot be had, nothing can be asked either.
  const { queries } = await theQueries().catch((cause) => {
    throw new NoContact('network', { cause })
  })
  const query = queries.has(op)
  const body = JSON.stringify(req ?? {})
  const ask = (key?: string) =>
    signed(client, (token) => exchange<Ops[N]['resp']>(client.env, `/api/${op}`, { ...head(options, key), body, token }))
  const value = options.key || query ? await ask(options.key) : await untilAnswered(client, op, req, ask)
  if (!query) for (const tell of commanded) tell(op)
  // Not awaited: the screen has its answer, and a full disk may forget this one.
  if (query) client.work?.cache.keepAnswer(answerKey(op, req), value).catch(() => {})
  return value
}

const commanded = new Set<(op: string) => void>()

/** Calls back after each command that the server did: what was asked before may have another answer now. */
export function watchCommands(then: (op: string) => void) {
  commanded.add(then)
  return () => commanded.delete(then)
}

/** How long, in ms since it was given up, the same command is taken for the one that had no answer, and not for another. */
const sameFor = 10 * 60_000

/** Commands without an answer yet, by what they ask: each with its key, and since when nobody waits for it. Time that has passed counts, and no clock that is set. */
const unanswered = new WeakMap<Client, Map<string, { key: string; since: number }>>()

/** Sends a command under a key of its own; one that had no answer, under the key of then: the server may well have done it. */
async function untilAnswered<T>(client: Client, op: string, req: unknown, ask: (key?: string) => Promise<T>): Promise<T> {
  const newId = client.work?.outbox.newId
  if (!newId) return ask()
  const open = unanswered.get(client) ?? new Map<string, { key: string; since: number }>()
  unanswered.set(client, open)
  const { clock } = client.env
  for (const [what, { since }] of open) if (clock.elapsed() - since > sameFor) open.delete(what)
  const what = `${client.work?.person.id} ${answerKey(op, req)}`
  const { key } = open.get(what) ?? { key: newId() }
  open.set(what, { key, since: Number.POSITIVE_INFINITY })
  try {
    const value = await ask(key)
    open.delete(what)
    return value
  } catch (err) {
    if (isAnswer(err)) open.delete(what)
    else open.set(what, { key, since: clock.elapsed() }) // a tab that was frozen may have waited for hours
    throw err
  }
}

/** What goes with each call beside its body. */
export function head(options: CallOptions, key?: string): Pick<Request, 'headers' | 'signal' | 'timeout'> {
  return {
    headers: { pageId: String(options.pageId ?? 9999), ...(key ? { 'Idempotency-Key': key } : {}) },
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.timeout ? { timeout: options.timeout } : {}),
  }
}

/** Asks with the person's token, and once more with a fresh one where the server does not take it any longer. */
export async function signed<T>({ session }: Client, ask: (token: string | null) => Promise<T>): Promise<T> {
  const once = async () => {
    const token = await session.accessToken()
    if (token === null && session.person) throw new CallError(401, 'session-ended')
    return ask(token)
  }
  try {
    return await once()
  } catch (err) {
    if (!(err instanceof CallError) || err.status !== 401 || err.code === 'session-ended') throw err
    session.refused()
    return once()
  }
}

/** The name under which the last answer to a question is kept. */
export function answerKey(op: string, req: unknown): string {
  return `${op} ${canonical(req ?? {})}`
}

/** An answer with its age, so that a screen can say how old it is. */
export interface Kept<T> {
  value: T
  at: number
  /** True where the server could not be asked and this is what it said last. */
  stale: boolean
}

/** A query that is still answered without a network: with the last answer, and its age. */
export async function ask<N extends OnlineOp>(
  op: N,
  req: Ops[N]['req'],
  options: CallOptions = {},
  client = current(),
): Promise<Kept<Ops[N]['resp']>> {
  try {
    return { value: await callFrom(client, op, req, options), at: client.env.clock.now(), stale: false }
  } catch (err) {
    if (!(err instanceof NoContact)) throw err
    const kept = await client.work?.cache.answer(answerKey(op, req))
    if (!kept) throw err
    return { value: kept.value as Ops[N]['resp'], at: kept.at, stale: true } // it was stored under the op's own name
  }
}
