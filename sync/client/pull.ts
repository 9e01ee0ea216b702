import { type Cache, type Row, rowId, type SyncState, splitRowId, wholeOf } from './cache'
import { type Change, change } from './change'
import type { Env } from './env'
import type { PullApplied, PullItem } from './gen/api'
import { Outdated, reopening } from './idb'
import type { Outbox } from './outbox'
import { rebase } from './rebase'
import { reconcile, settleShown } from './reconcile'
import { CallError, exchange, NoContact } from './wire'

/** One answer of the server. Pages may be cut anywhere; the one with more:false completes a moment of the server. */
export interface Page {
  put?: Record<string, Row[]>
  gone?: Record<string, string[]>
  drop?: string[]
  cursor: string
  more: boolean
  epoch: string
  version: number
  settled: number
  replicated: number
  /** The version that the replica holds. */
  safe?: number
  /** Of this device's mutations, those that wait for a person. */
  tray?: number[]
  /** Of the items of former identities that we asked about, those that somebody has dealt with. */
  dealt?: PullItem[]
  /** Of this device's mutations, those that these rows hold and the cursor's did not. */
  applied?: PullApplied[]
  digest?: Record<string, string>
  /** Scopes whose first load is not complete: such a page is shown at once. */
  loading?: string[]
  serverNow?: string
  /** Another server has taken over from the one that answers: it may be behind that, and takes no work. */
  replaced?: boolean
}

export interface PullOptions {
  env: Env
  cache: Cache
  outbox: Outbox
  fence: number
  user: string
  warehouses: () => string[]
  token: () => Promise<string | null>
  signal?: AbortSignal
  /** Something moved: a page came or was written. The watchdog lives on it. */
  progress?: () => void
  /** Whether another server has taken over from the one that answered. */
  replaced?: (yes: boolean) => void
  note?: (what: string, detail?: Record<string, unknown>) => void
  timeout?: number
}

/** The size of a page adapts to the link and is remembered between pulls. */
export interface PullTuning {
  limit: number
}

const largest = 2000
const smallest = 100

export type PullEnd = 'done' | 'signed-out' | 'update'

/** Sets the clock's offset from an answer: the server's instant against the middle of the request. */
export function offsetOf(serverNow: string | undefined, sent: number, received: number): number | undefined {
  const server = serverNow ? Date.parse(serverNow) : Number.NaN
  return Number.isNaN(server) ? undefined : server - (sent + received) / 2
}

/** Pulls until the cache shows the server's newest moment. Safe to cut anywhere and to run again. */
export async function pull(o: PullOptions, tuning: PullTuning): Promise<PullEnd> {
  let restarts = 0
  let ahead: Promise<Asked> | undefined
  try {
    for (;;) {
      const state = await o.cache.state()
      const cursor = await standing(o.cache, state)
      let page: Asked
      try {
        const token = await o.token()
        if (token === null) return 'signed-out'
        page = await (ahead ?? fetchPage(o, cursor, tuning))
      } catch (err) {
        ahead = undefined
        if (err instanceof CallError && err.status === 410) {
          // Bounded: a server that says so for ever must not make us load everything for ever.
          if (restarts++ > 0) throw err
          o.note?.('start-again', { code: err.code })
          await o.cache.startAgain(o.fence)
          continue
        }
        if (err instanceof CallError && err.status === 426) return 'update'
        throw err
      }
      o.progress?.()
      if (o.signal?.aborted) throw new NoContact('network')
      // The network fetches the next page while the store writes this one.
      ahead = page.more ? fetchPage(o, page.cursor, tuning) : undefined
      ahead?.catch(() => {})
      try {
        await take(o, page, page.from, page.asked)
      } catch (err) {
        if (!(err instanceof Outdated)) throw err
        ahead = undefined
        continue
      }
      o.progress?.()
      if (!page.more) return 'done'
    }
  } finally {
    ahead?.catch(() => {})
  }
}

/** Where to go on: behind the pages that wait for their last one, if there are such. */
async function standing(cache: Cache, state: SyncState): Promise<string> {
  const last = await cache.db._staged.orderBy('n').last()
  return last?.cursor ?? state.cursor
}

/**
 * A page is taken only where it follows on. A load that began anew while it was under way would else count what changed lately as all there is,
 * and sweep the rest.
 */
function follows(from: string, at: string): void {
  if (from !== at) throw new Outdated()
}

/** Who we were when we asked: our identity, and the life of the server's database that we knew. Of another identity's work an answer says nothing to us. */
interface Asker {
  device: string
  epoch: string
}

/** A page, who asked for it, and where we stood then. */
type Asked = Page & { asked: Asker; from: string }

async function fetchPage(o: PullOptions, cursor: string, tuning: PullTuning): Promise<Asked> {
  const { device, epoch } = await o.outbox.queue()
  const former = await o.outbox.formerItems(o.user, device)
  const body = JSON.stringify({
    device,
    schema: o.cache.schema,
    cursor,
    warehouses: o.warehouses(),
    limit: tuning.limit,
    ...(former.length > 0 ? { former } : {}),
  })
  const sent = o.env.clock.now()
  try {
    const page = await exchange<Page>(o.env, '/api/sync/pull', {
      body,
      token: await o.token(),
      timeout: o.timeout ?? 60_000,
      ...(o.signal ? { signal: o.signal } : {}),
    })
    const offset = offsetOf(page.serverNow, sent, o.env.clock.now())
    // A page takes long to travel and says little about the clock; only a plain difference is worth a write.
    if (offset !== undefined && Math.abs(offset - (await o.outbox.queue()).offset) > 2_000) await o.outbox.setOffset(o.fence, offset)
    tuning.limit = Math.min(largest, tuning.limit * 2)
    o.replaced?.(page.replaced === true)
    return Object.assign(page, { asked: { device, epoch }, from: cursor })
  } catch (err) {
    if (err instanceof NoContact) tuning.limit = Math.max(smallest, Math.floor(tuning.limit / 2))
    throw err
  }
}

/**
 * Takes one answer in: shown at once, or kept until its last page is here. Also the way of a page that came with a poke, which nobody asked for.
 * Throws Outdated where the page begins elsewhere than `from`, where we stand.
 */
export async function take(
  o: Pick<PullOptions, 'cache' | 'outbox' | 'fence' | 'user' | 'note'> & { marks?: boolean },
  page: Page,
  from: string,
  asked: Asker,
): Promise<void> {
  const { cache, outbox, fence } = o
  await learnEpoch(o, page.epoch, asked.epoch)
  // Rows of our own work may come before the answer to its push: left standing, the guess would show it twice.
  if (page.applied?.length)
    await settleShown(cache, outbox, await outbox.hear(fence, asked.device, page.epoch, page.applied), fence, o.user)
  const loading = page.loading ?? []
  let reapply = false
  if (page.more && loading.length === 0) {
    await reopening(cache.db, () =>
      cache.db.transaction('rw', cache.db._staged, cache.db._meta, async () => {
        await cache.check(fence)
        follows(from, await standing(cache, await cache.state()))
        await cache.db._staged.add({ cursor: page.cursor, page })
      }),
    )
  } else reapply = await publish(cache, fence, page, from)
  if (o.marks ?? true) await heedMarks(outbox, fence, asked.device, page)
  if (!reapply) return
  await reconcile(cache, outbox, o.user)
  // Only now: had it failed, the next pull would do it.
  await cache.db.transaction('rw', cache.db._meta, async () => {
    await cache.check(fence)
    await cache.db._meta.put({ ...(await cache.state()), reapply: false })
  })
}

async function heedMarks(outbox: Outbox, fence: number, device: string, page: Page): Promise<void> {
  if (page.dealt?.length) await outbox.dealtWith(fence, page.dealt)
  const { settled, replicated } = await outbox.queue()
  const moved = settled !== page.settled || replicated !== page.replicated
  if (moved || (await outbox.trayDiffers(device, page.settled, page.tray)) || (await outbox.keepsSafe(page)))
    await outbox.confirm(fence, device, page)
}

/** Hears of the server's epoch. A new one makes the outbox offer again all that it keeps, and guesses forget the versions of the old life. */
export async function learnEpoch(
  o: Pick<PullOptions, 'cache' | 'outbox' | 'fence' | 'user' | 'note'>,
  epoch: string,
  asked: string,
): Promise<boolean> {
  if ((await o.outbox.queue()).epoch === epoch) return false
  const renewed = await o.outbox.enterEpoch(o.fence, epoch, asked)
  if (!renewed) return false
  o.note?.('new-epoch', { epoch })
  // Effects that are not shown any longer come back when the restored rows are complete: on the old rows they would count twice.
  await o.cache.db.transaction('rw', o.cache.db._meta, async () => {
    await o.cache.check(o.fence)
    await o.cache.db._meta.put({ ...(await o.cache.state()), reapply: true })
  })
  await reconcile(o.cache, o.outbox, o.user, false)
  return true
}

/** Adds a page to those staged before it. What it drops is dropped of theirs: their rows are in no table yet where a rebase would look for them. */
function add(into: Change, page: Page): void {
  const dropped = new Set(page.drop)
  for (const [entity, rows] of dropped.size > 0 ? into.put : []) {
    const left = rows.map((row): Row & { scopes: string[] } => ({ ...row, scopes: (row.scopes ?? []).filter((s) => !dropped.has(s)) }))
    into.put.set(
      entity,
      left.filter((row) => row.scopes.length > 0),
    )
    const gone = left.filter((row) => row.scopes.length === 0).map((row) => String(row.id))
    if (gone.length > 0) into.gone.set(entity, [...(into.gone.get(entity) ?? []), ...gone])
  }
  for (const [entity, keys] of Object.entries(page.gone ?? {})) {
    const left = new Set(keys)
    const rows = into.put.get(entity)
    if (rows)
      into.put.set(
        entity,
        rows.filter((row) => !left.has(String(row.id))),
      )
    into.gone.set(entity, [...(into.gone.get(entity) ?? []), ...keys])
  }
  for (const [entity, rows] of Object.entries(page.put ?? {})) into.put.set(entity, [...(into.put.get(entity) ?? []), ...rows])
  into.drop.push(...(page.drop ?? []))
}

class Widen extends Error {}

/** Shows a page, with those staged before it, in one transaction. Says whether effects of work offered again are to be shown now. */
async function publish(cache: Cache, fence: number, page: Page, from: string): Promise<boolean> {
  const complete = !page.more && (page.loading ?? []).length === 0
  const plainTables = [...new Set([...Object.keys(page.put ?? {}), ...Object.keys(page.gone ?? {})])].filter((e) =>
    cache.entities.includes(e),
  )
  // Nothing pending, nothing staged: only the page's own tables are locked, so other screens go on reading.
  let wide = (await cache.db._overlay.count()) > 0 || (await cache.db._staged.count()) > 0 || (page.drop ?? []).length > 0
  for (;;) {
    try {
      return await reopening(cache.db, () =>
        cache.db.transaction(
          'rw',
          wide ? cache.all : cache.all.filter((t) => t.name.startsWith('_') || plainTables.includes(t.name)),
          async () => {
            await cache.check(fence)
            const state = await cache.state()
            const staged = await cache.db._staged.orderBy('n').toArray()
            follows(from, staged.at(-1)?.cursor ?? state.cursor)
            if (!wide && (staged.length > 0 || state.sweep || (await cache.db._overlay.count()) > 0)) throw new Widen()
            const news = change(complete ? { version: page.version } : {})
            for (const s of staged) add(news, s.page as Page) // we stored it a moment ago
            if (staged.length === 0) {
              news.put = new Map(Object.entries(page.put ?? {}))
              news.gone = new Map(Object.entries(page.gone ?? {}))
              news.drop = page.drop ?? []
            } else add(news, page)
            // A newer server may know entities that this app does not; it will fetch them when it does.
            for (const e of [...news.put.keys()]) if (!cache.entities.includes(e)) news.put.delete(e)
            for (const e of [...news.gone.keys()]) if (!cache.entities.includes(e)) news.gone.delete(e)
            if (staged.length > 0) await cache.db._staged.clear()
            if (state.sweep) {
              const brought = { epoch: page.epoch, try: state.tries ?? 0 }
              const seen = [...news.put].flatMap(([e, rows]) => rows.map((row) => ({ id: rowId(e, cache.keyOf(e, row)), ...brought })))
              await cache.db._seen.bulkPut(seen)
            }
            if (state.sweep && complete) await sweep(cache, news, state.tries ?? 0)
            // The worker may have heard of the new life before any tab: then nobody has noted that what is offered again is to be shown.
            const { epoch } = wholeOf(state)
            const reapply = state.reapply || (complete && epoch !== '' && epoch !== page.epoch)
            // First, since the guesses ask it of which life the rows are.
            await cache.db._meta.put({
              ...state,
              cursor: page.cursor,
              epoch: page.epoch,
              version: complete ? page.version : state.version,
              loading: page.loading ?? [],
              complete: state.complete || complete,
              sweep: state.sweep && !complete,
              digest: page.digest ?? {},
              reapply,
              ...(complete ? { whole: { epoch: page.epoch, version: page.version } } : {}),
            })
            await rebase(cache, news)
            return complete && reapply
          },
        ),
      )
    } catch (err) {
      if (!(err instanceof Widen)) throw err
      wide = true
    }
  }
}

/** The end of a load over old rows: what the server did not send again is not ours any more. */
async function sweep(cache: Cache, news: Change, last: number): Promise<void> {
  const seen = new Set((await cache.db._seen.toArray()).flatMap((s) => ((s.try ?? last) === last ? [s.id] : [])))
  const ours = new Set((await cache.db._base.toArray()).flatMap((b) => (b.row === null && !b.gone ? [b.id] : []))) // rows that a guess made
  for (const entity of cache.entities) {
    const keys = await cache.table(entity).toCollection().primaryKeys()
    const unseen = keys.filter((key) => !seen.has(rowId(entity, key)) && !ours.has(rowId(entity, key)))
    if (unseen.length > 0) news.gone.set(entity, [...(news.gone.get(entity) ?? []), ...unseen])
  }
  for (const base of await cache.db._base.toArray()) {
    const [entity, key] = splitRowId(base.id) // a row that a guess deleted is in no table
    if (base.row !== null && !seen.has(base.id)) news.gone.set(entity, [...(news.gone.get(entity) ?? []), key])
  }
  await cache.db._seen.clear()
}
