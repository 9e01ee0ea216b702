import { sign, signedText } from '@sync/canonical'
import type { Work } from '@sync/client'
import type { Clock, Env } from '@sync/env'
import { type Mutation, waiting } from '@sync/mutation'
import { record } from '@sync/outboxDb'
import type { Fetch } from './jar'
import type { Lastly } from './lastly'
import type { Request, Spoil } from './line'
import type { SimServer } from './server'
import type { Tablet } from './tablet'

/** A mistake put where a real one could be, outside the product's code: the simulation must find it. */
export interface Plant {
  name: string
  /** In the organisation's database. */
  server?: (server: SimServer, org: string) => Promise<void>
  /** Between a device and its link: what the device is told, or tells. */
  client?: (random: () => number) => (fetch: Fetch, tablet: Tablet) => Fetch
  /** What must come after everything else, for the mistake to show within a few seeds. */
  lastly?: Lastly
  /** In each step a person answers what was refused with this chance, for the mistake to show within a few seeds. */
  answers?: number
  /** A seed that has shown it: it is the first that is tried. */
  from?: number
  /** Commands fail this often, for the mistake to show within a few seeds: the chance that they begin to, or cease to, in each step. */
  breaks?: number
  /** All that is done at the dock is done on one load, for what goes out of its order to show within a few seeds. */
  crowded?: true
  /** Access is withdrawn between two pages with this chance; by default never. */
  withdraws?: number
  /** After somebody signed out. */
  signedOut?: (tablet: Tablet) => Promise<void>
  /** After an action was stored; `again` stores it once more. */
  stored?: (random: () => number, again: () => Promise<unknown>) => Promise<void>
  /** Between those who never sign in and the server. */
  stranger?: Spoil
  /** Each of those does something in each step with this chance, for the mistake to show within a few seeds. */
  often?: number
  /** It shows only where the server has a real replica. */
  replica?: true
}

type Body = Record<string, unknown>
type Rows = Record<string, { scopes: string[] }[]>

/** Changes the server's answers to a call before the device sees them. */
function answers(call: string, change: (body: Body, tablet: Tablet) => Body | Promise<Body>) {
  return (fetch: Fetch, tablet: Tablet): Fetch =>
    async (path, init) => {
      const res = await fetch(path, init)
      if (!path.endsWith(call) || res.status !== 200) return res
      const text = await res.text()
      let body: Body
      try {
        body = JSON.parse(text) as Body
      } catch {
        return new Response(text, { status: res.status, headers: res.headers })
      }
      return new Response(JSON.stringify(await change(body, tablet)), { status: res.status, headers: res.headers })
    }
}

/** Changes what the server refuses of a call before the device sees it. */
function refusals(call: string, change: (body: Body, res: Response, init?: RequestInit) => Response) {
  return () =>
    (fetch: Fetch): Fetch =>
    async (path, init) => {
      const res = await fetch(path, init)
      if (!path.endsWith(call) || res.status < 400) return res
      const text = await res.text()
      let body: Body = {}
      try {
        body = JSON.parse(text) as Body
      } catch {
        // a page of something on the way
      }
      return change(body, new Response(text, { status: res.status, headers: res.headers }), init)
    }
}

/** Changes what a device tells in a call before the server hears it. */
function telling(call: string, change: (body: Body) => Body) {
  return () =>
    (fetch: Fetch): Fetch =>
    (path, init) =>
      fetch(path, path.endsWith(call) && init ? { ...init, body: JSON.stringify(change(JSON.parse(String(init.body)) as Body)) } : init)
}

/** Changes what is at work in a device's tabs, as soon as it asks anything of anybody. */
function at(spoil: (work: Work) => void) {
  const done = new WeakSet<Work>()
  return () =>
    (fetch: Fetch, tablet: Tablet): Fetch =>
    (path, init) => {
      for (const work of tablet.works()) {
        if (done.has(work)) continue
        done.add(work)
        spoil(work)
      }
      return fetch(path, init)
    }
}

const paramsOf = (body: Body) => (body.params ?? {}) as Record<string, unknown>

/** Gives what waits under one identity the next numbers of the present one. */
async function behind(outbox: Work['outbox'], from: string): Promise<void> {
  const { db } = outbox
  const { keys, id: device } = await outbox.device()
  const rows = await db.mutations.where('[device+seq]').between([from, 0], [from, Number.POSITIVE_INFINITY]).toArray()
  const { nextSeq } = await outbox.queue()
  const moved: Mutation[] = []
  for (const [i, m] of rows.filter((m) => m.state === waiting).entries()) {
    const next = { ...m, device, seq: nextSeq + i }
    moved.push({ ...next, sig: await sign(crypto.subtle, keys.privateKey, signedText(next)) })
  }
  await db.transaction('rw', db.meta, db.mutations, async () => {
    const queue = await record(db)
    if (queue.device !== device || queue.nextSeq !== nextSeq) return
    await db.mutations.bulkPut(moved)
    await db.meta.put({ ...queue, nextSeq: nextSeq + moved.length })
  })
}

/** A request under another name than the one that its sender gave it. */
function renamed(request: Request, what: string): Request {
  const body = JSON.parse(request.body) as Record<string, string>
  return {
    ...request,
    body: JSON.stringify({ ...body, [what]: `${body[what]?.slice(0, -4)}${String(Math.floor(Math.random() * 9000) + 1000)}` }),
  }
}

const done = (results: unknown) => results as { seq: number; status: string }[]

export const plants: Plant[] = [
  {
    name: 'repeat-runs-again',
    // The server forgets that it has done something: a lost answer makes the device send it again.
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER INSERT ON sync_outcome BEGIN DELETE FROM sync_outcome WHERE device = NEW.device AND seq = NEW.seq; END',
      ),
  },
  {
    name: 'cursor-before-rows',
    client: (random) =>
      answers('/sync/pull', async (page, tablet) => {
        const cache = tablet.work?.cache
        if (!cache || page.more || random() > 0.3) return page
        await cache.db._meta.put({
          ...(await cache.state()),
          cursor: String(page.cursor),
          version: Number(page.version),
          epoch: String(page.epoch),
        })
        throw new TypeError('the tab died before the rows were written')
      }),
  },
  {
    name: 'fault-is-overtaken',
    from: 2,
    breaks: 0.4,
    crowded: true,
    // Nobody remembers what waits for a command that failed: what is done after it on the same load runs first.
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER INSERT ON sync_wait BEGIN DELETE FROM sync_wait WHERE device = NEW.device AND seq = NEW.seq; END',
      ),
  },
  {
    name: 'lost-tombstone',
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER UPDATE ON change WHEN NEW.gone = 1 BEGIN DELETE FROM change WHERE scope = NEW.scope AND entity = NEW.entity AND key = NEW.key; END',
      ),
  },
  {
    name: 'gone-is-not-told',
    client: () => answers('/sync/pull', (page) => ({ ...page, gone: {}, drop: [] })),
  },
  {
    name: 'half-of-what-happened-at-once',
    // One call of the office changed several rows; one of them does not come along.
    client: () =>
      answers('/sync/pull', (page) => {
        const put = page.put as Record<string, { version: number }[]>
        const orders = put.order_open ?? []
        const half =
          page.more || orders.length > 3 ? -1 : orders.findIndex((o, i) => orders.some((p, j) => j > i && p.version === o.version))
        return half < 0 ? page : { ...page, put: { ...put, order_open: orders.filter((_, i) => i !== half) } }
      }),
  },
  {
    name: 'epoch-ignored',
    lastly: 'restore',
    client: () => {
      let first: unknown
      const stay = (body: Body): Body => {
        first ??= body.epoch
        return { ...body, epoch: first }
      }
      return (fetch, tablet) => {
        const pulled = answers('/sync/pull', stay)(fetch, tablet)
        const enrolled = answers('/sync/enrol', stay)(pulled, tablet)
        const pushed = answers('/sync/push', stay)(enrolled, tablet)
        return (path, init) =>
          pushed(
            path,
            path.endsWith('/sync/push') && init ? { ...init, body: String(init.body).replace(/"epoch":"\w*"/, '"epoch":""') } : init,
          )
      }
    },
  },
  {
    name: 'outbox-cleared-at-sign-out',
    signedOut: (tablet) => tablet.clearOutbox(),
  },
  {
    name: 'one-bad-item-fails-the-batch',
    client: () =>
      answers('/sync/push', (body) => {
        if (done(body.results).some((r) => r.status === 'rejected')) throw new TypeError('the whole batch failed')
        return body
      }),
  },
  {
    name: 'acknowledged-before-commit',
    client: (random) => (fetch) => async (path, init) => {
      if (!path.endsWith('/sync/push') || random() > 0.05) return fetch(path, init)
      const { mutations, epoch } = JSON.parse(String(init?.body)) as { mutations: { seq: number }[]; epoch: string }
      const last = Math.max(...mutations.map((m) => m.seq))
      const results = mutations.map((m) => ({ seq: m.seq, status: 'applied', version: 1 }))
      return Response.json({ results, settled: last, replicated: last, epoch })
    },
  },
  {
    name: 'replaced-server-says-replicated',
    replica: true,
    // A server that no longer holds the replica goes on to say that what it was told is safe.
    client: () => {
      const said = (body: Body): Body => ({ ...body, replicated: body.settled, safe: body.version ?? body.safe })
      return (fetch, tablet) => answers('/sync/push', said)(answers('/sync/pull', said)(fetch, tablet), tablet)
    },
  },
  {
    name: 'newest-object-is-not-missed',
    from: 2,
    replica: true,
    // The replica has lost its newest object, and a start goes on from what is left without a word.
    server: async (server, org) => void server.shortened.add(org),
  },
  {
    name: 'fork-is-a-repeat',
    // The server knows a mutation by its number alone: what a copy of the device did under it passes for done.
    client: refusals('/sync/push', (body, res, init) => {
      if (body.code !== 'device-forked') return res
      const { mutations, epoch } = JSON.parse(String(init?.body)) as { mutations: { seq: number }[]; epoch: string }
      const from = Number(paramsOf(body).seq)
      const results = mutations.filter((m) => m.seq >= from).map((m) => ({ seq: m.seq, status: 'applied', version: 1 }))
      const last = Math.max(...mutations.map((m) => m.seq))
      return Response.json({ results, settled: last, replicated: last, safe: 0, tray: [], epoch })
    }),
  },
  {
    name: 'numbers-are-answered-and-not-kept',
    from: 2,
    // Numbers are answered before they are noted where another start finds them.
    replica: true,
    server: (server, org) =>
      server.plant(org, 'CREATE TRIGGER planted AFTER INSERT ON org_lease BEGIN DELETE FROM org_lease WHERE id = NEW.id; END'),
  },
  {
    name: 'file-is-there-before-its-bytes',
    // The last piece of a file is answered and never kept.
    client: (random) => (fetch) => async (path, init) => {
      if (init?.method !== 'PATCH' || !path.includes('/blob/') || random() > 0.2) return fetch(path, init)
      const headers = new Headers(init.headers)
      return new Response(null, { status: 204, headers: { 'Upload-Offset': headers.get('Upload-Length') ?? '' } })
    },
  },
  {
    name: 'stored-again-under-another-id',
    from: 3,
    // The store committed and said that its connection was lost; the tap is written again as another action.
    stored: async (random, again) => void (random() < 0.05 && (await again())),
  },
  {
    name: 'drop-is-not-told',
    from: 4,
    client: () => answers('/sync/pull', (page) => ({ ...page, drop: [] })),
  },
  {
    name: 'staged-rows-outlive-a-drop',
    from: 6,
    withdraws: 0.5,
    // What waits for the last page of a change is placed although that page says that it is not this person's any more.
    client: () => {
      const staged: Rows[] = []
      return answers('/sync/pull', (page) => {
        const put = page.put as Rows
        const waits = page.more && ((page.loading as string[] | undefined) ?? []).length === 0
        if (waits) {
          staged.push(put)
          return page
        }
        const dropped = new Set(page.drop as string[] | undefined)
        const all: Rows = {}
        for (const rows of staged.splice(0))
          for (const [entity, list] of Object.entries(rows))
            all[entity] = [...(all[entity] ?? []), ...list.filter((r) => r.scopes.some((s) => dropped.has(s)))]
        for (const [entity, list] of Object.entries(put)) all[entity] = [...(all[entity] ?? []), ...list]
        return { ...page, put: all }
      })
    },
  },
  {
    name: 'what-nobody-takes-is-later',
    from: 4,
    // An action that is too large for what is on the way counts as a passing fault and stands before all others.
    client: refusals('/sync/push', (_body, res) =>
      res.status === 413
        ? new Response('{"code":"full"}', { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '3' } })
        : res,
    ),
  },
  {
    name: 'files-forgotten-at-sign-out',
    from: 2,
    signedOut: (tablet) => tablet.clearFiles(),
  },
  {
    name: 'refusal-says-less',
    client: () =>
      answers('/sync/push', (body) => ({ ...body, results: (body.results as Body[]).map(({ errors: _e, row: _r, ...rest }) => rest) })),
  },
  {
    name: 'new-identity-inherits-nothing',
    lastly: 'heir',
    // A device that takes a new name does not say whose place it takes: those who worked under the old one are strangers.
    client: telling('/sync/enrol', ({ inherits: _, ...rest }) => rest),
  },
  {
    name: 'shown-beside-its-row',
    // An action is told to have happened later than it did: its guess stays on top of the row that holds it, and counts twice.
    client: () =>
      answers('/sync/push', (body) => ({
        ...body,
        results: (body.results as Body[]).map((r) => (typeof r.version === 'number' ? { ...r, version: r.version + 1_000 } : r)),
      })),
  },
  {
    name: 'form-is-sent-under-another-key',
    // The server does not know the form again that was sent twice.
    client: (random) => (fetch) => (path, init) => {
      const headers = new Headers(init?.headers)
      if (headers.has('Idempotency-Key')) headers.set('Idempotency-Key', String(random()))
      return fetch(path, init && { ...init, headers })
    },
  },
  {
    name: 'numbers-move-by-one-identity',
    lastly: 'fork',
    // What waits under an identity of before is put behind the present one's own work, though it was done earlier; and a rewind that moves nothing says that it
    // did: the lowest number comes last, and every push ends with a gap.
    client: at(({ outbox }) => {
      const requeue = outbox.requeue.bind(outbox)
      const rewind = outbox.rewind.bind(outbox)
      outbox.rewind = async (fence, device, seq) => {
        const lowest = await outbox.db.mutations.where('[device+seq]').between([device, 0], [device, seq], true, true).first()
        return (await rewind(fence, device, seq)) || lowest !== undefined
      }
      outbox.requeue = async (fence, from) => {
        const { device } = await outbox.queue()
        if (from === device) return requeue(fence, from)
        await behind(outbox, from)
      }
    }),
  },
  {
    name: 'lead-by-the-clock',
    lastly: 'freeze',
    // Who follows reads the silence of the leader from a clock that people set.
    client: at(({ engine }) => {
      const { leader } = engine as unknown as { leader: { o: { env: Env } } } // nobody else may reach it
      const { env } = leader.o
      const clock: Clock = { ...env.clock, elapsed: () => env.clock.now() }
      leader.o.env = { ...env, clock }
    }),
  },
  {
    name: 'edit-stands-where-it-was-sent',
    from: 11,
    answers: 0.5,
    // An edit of an edit forgets where the first stood, and waits for what waits for that.
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER INSERT ON sync_tray WHEN NEW.place <> NEW.seq BEGIN UPDATE sync_tray SET place = seq WHERE device = NEW.device AND seq = NEW.seq; END',
      ),
  },
  {
    name: 'link-sends-under-another-name',
    often: 0.5,
    // A vendor's phone that had no answer names its shipment anew.
    stranger: (request, before) => (before > 0 && request.path.startsWith('Vendor/') ? renamed(request, 'ShipmentId') : request),
  },
  {
    name: 'link-keeps-another-count',
    often: 0.5,
    // What is kept of a vendor's shipment is not what the vendor was told.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER INSERT ON vendor_shipment BEGIN UPDATE vendor_shipment SET lines = json_set(lines, '$[0].pieces', 99) WHERE id = NEW.id; END",
      ),
  },
  {
    name: 'truck-comes-anew',
    often: 0.5,
    // Of a truck that is open the server does not know that it is here.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER INSERT ON warehouse_visit BEGIN UPDATE warehouse_visit SET appointment_id = 'planted ' || NEW.id WHERE id = NEW.id; END",
      ),
  },
  {
    name: 'door-is-given-twice',
    often: 0.5,
    // Whoever is sent to a door is not asked for who stands there.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER UPDATE OF door ON dock_shipment WHEN NEW.door IN ('01', '02', '03') AND NEW.door <> OLD.door BEGIN UPDATE dock_shipment SET door = NEW.door WHERE id <> NEW.id AND warehouse = NEW.warehouse AND state IN ('arrived', 'loading', 'loaded') AND left_at IS NULL; END",
      ),
  },
  {
    name: 'trailer-goes-back',
    // Where a trailer was before it was moved again is told late, and taken for where it stands.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER INSERT ON warehouse_trailer_event WHEN NEW.kind = 'moved-before' AND json_extract(NEW.data, '$.to') LIKE 'Y %' BEGIN UPDATE OR IGNORE warehouse_trailer SET row_id = (SELECT id FROM warehouse_yard_row WHERE name = 'Y'), spot = CAST(substr(json_extract(NEW.data, '$.to'), 3) AS INTEGER), door = '' WHERE id = NEW.trailer_id; END",
      ),
  },
  {
    name: 'move-outlives-its-trailer',
    // What was asked of a trailer is still to be done when the trailer is gone.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER UPDATE OF state ON warehouse_yard_move WHEN NEW.state = 'cancelled' AND EXISTS (SELECT 1 FROM warehouse_trailer WHERE id = NEW.trailer_id AND left_at IS NOT NULL) BEGIN UPDATE warehouse_yard_move SET state = 'open' WHERE id = NEW.id; END",
      ),
  },
  {
    name: 'notice-heard-last-stands',
    often: 0.5,
    // What comes last is taken for what was said last.
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER INSERT ON tracking_event WHEN NEW.replaced_by <> '' BEGIN UPDATE tracking_event SET replaced_by = NEW.id WHERE unit_id = NEW.unit_id AND source_id = NEW.source_id AND id <> NEW.id; UPDATE tracking_event SET replaced_by = '' WHERE id = NEW.id; END",
      ),
  },
  {
    name: 'notice-counts-again',
    often: 0.5,
    // A notice that was taken is not known again, and what it tells is new each time.
    server: async (server, org) => {
      await server.plant(
        org,
        'CREATE TRIGGER planted AFTER INSERT ON tracking_notice BEGIN DELETE FROM tracking_notice WHERE notice_id = NEW.notice_id; END',
      )
      await server.plant(
        org,
        "CREATE TRIGGER planted_too AFTER INSERT ON tracking_event BEGIN UPDATE tracking_event SET place = 'planted' WHERE id = NEW.id; END",
      )
    },
  },
  {
    name: 'notice-is-lost',
    often: 0.5,
    // A notice is answered for and gone. Told again, it is kept.
    server: async (server, org) => {
      await server.plant(org, 'CREATE TABLE planted_lost (notice TEXT PRIMARY KEY) STRICT')
      await server.plant(
        org,
        'CREATE TRIGGER planted AFTER INSERT ON tracking_notice WHEN NOT EXISTS (SELECT 1 FROM planted_lost WHERE notice = NEW.notice_id) BEGIN INSERT INTO planted_lost VALUES (NEW.notice_id); DELETE FROM tracking_notice WHERE notice_id = NEW.notice_id; END',
      )
    },
  },
  {
    name: 'former-key-still-opens',
    often: 0.5,
    // Another key is entered, and the one before goes on to count.
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER UPDATE OF secret ON tracking_account WHEN NEW.secret <> OLD.secret BEGIN UPDATE tracking_account SET secret = OLD.secret WHERE id = NEW.id; END',
      ),
  },
  {
    name: 'label-is-bought-again',
    often: 0.6,
    // Nobody remembers that a carrier was asked: where its answer was lost it is asked once more.
    server: (server, org) =>
      server.plant(
        org,
        'CREATE TRIGGER planted AFTER UPDATE OF asked_at ON parcel_label WHEN NEW.asked_at IS NOT NULL BEGIN UPDATE parcel_label SET asked_at = NULL WHERE id = NEW.id; END',
      ),
  },
  {
    name: 'label-is-void-before-the-carrier-knows',
    often: 0.6,
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER UPDATE OF state ON parcel_label WHEN NEW.state = 'voiding' BEGIN UPDATE parcel_label SET state = 'void' WHERE id = NEW.id; END",
      ),
  },
  {
    name: 'void-label-stays-on-the-list',
    often: 0.6,
    server: (server, org) =>
      server.plant(
        org,
        "CREATE TRIGGER planted AFTER UPDATE OF state ON parcel_label WHEN NEW.state IN ('void', 'unclear') AND OLD.state = 'voiding' BEGIN UPDATE parcel_label SET state = 'bought' WHERE id = NEW.id; END",
      ),
  },
]
