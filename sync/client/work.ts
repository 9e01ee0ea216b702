import type { Cache, SyncState } from './cache'
import type { Contact } from './contact'
import type { DeviceHolds } from './gen/api'
import type { HeartbeatOptions } from './heartbeat'
import { Fenced } from './idb'
import type { Note } from './journal'
import { type Again, Lane, type Run } from './lane'
import type { Poke } from './live'
import type { Orders } from './orders'
import { part } from './part'
import type { PullTuning } from './pull'
import type { PushTuning } from './push'
import { CallError, exchange } from './wire'

const theCompare = part(() => import('./compare'))
const theFiles = part(() => import('./files'))
const theHeartbeat = part(() => import('./heartbeat'))
const theOrders = part(() => import('./orders'))
const theProving = part(() => import('./proving'))
const thePull = part(() => import('./pull'))
const thePush = part(() => import('./push'))
const theReconcile = part(() => import('./reconcile'))

/** Where the engine gets its rights. Null means that a person must sign in; NoContact is thrown where nobody can be asked. */
export interface Credentials {
  userToken(): Promise<string | null>
  deviceToken(former?: string): Promise<string | null>
  refused(): void
}

export interface WorkOptions extends HeartbeatOptions {
  cache: Cache
  user: string
  /** An administrator looks as the user: nothing is sent in the user's name, and the device is not made known as the user's. */
  viewing?: boolean
  credentials: Credentials
  /** The warehouses chosen on this device; empty means all that the person may see. */
  warehouses?: () => string[]
  deviceName?: () => string | Promise<string>
  /** Deletes all that is kept here and signs out, when an administrator asks for it; see Orders. */
  clear?: (told: (token: string | null) => Promise<void>) => Promise<void>
}

/** The tab that leads, as its work sees it. */
interface Lead {
  /** Undefined while another tab leads. */
  fence(): number | undefined
  connected(): boolean | undefined
  note(what: string, detail?: Record<string, unknown>): void
  log(): Promise<readonly Note[]>
  refresh(): void
  attempt(): void
  resign(): void
  settled(lane: Lane, error?: unknown): void
}

/** A state of the server's rows. */
interface Moment {
  epoch: string
  version: number
}

const pollEvery = 60_000
/** As long does news wait for a push that is under way. */
const behindPush = 3_000
/** Between the answer to our work and its rows, which come with the poke of that very commit. */
const pokeComes = 300

const shows = (state: SyncState, of: Moment) => state.epoch === of.epoch && state.version >= of.version && state.loading.length === 0

/** The session is not this device's: the device enrols. */
const strange = new Set(['not-enrolled', 'device-other'])

/** The server will have it later: a fault of its own, or nothing could be settled this time. */
class Later extends Error {}

/** What the tab that leads does for all: each kind of work is a lane. */
export class Work {
  readonly lanes: { push: Lane; pull: Lane; files: Lane; status: Lane; check: Lane }
  private pushTuning: PushTuning | undefined
  private readonly pullTuning: PullTuning = { limit: 2000 }
  private startsAgain = 0
  /** Something that is in the outbox could not be shown. */
  private behindOutbox = false
  /** What the last check counted, until the server has heard of it. */
  private holds: DeviceHolds | undefined
  /** What the next pull is for: some news, which may have come by itself before it begins, or anything else. */
  private news: Moment | 'anything' | undefined
  private pulledAt = 0
  private pokes: Promise<void> = Promise.resolve()
  private taking = 0
  /** What an administrator asks; from the first report on. */
  private orders: Orders | undefined

  constructor(
    private readonly o: WorkOptions,
    private readonly contact: Contact,
    private readonly lead: Lead,
  ) {
    const lane = (name: string, work: (run: Run, fence: number) => Promise<Again>) =>
      new Lane(name, o.env, (run) => this.authorised(run, work), lead.settled)
    this.lanes = {
      push: lane('push', (run, fence) => this.push(run, fence)),
      pull: lane('pull', (run, fence) => this.pull(run, fence)),
      files: lane('files', async (run) => {
        if ((await o.outbox.db.blobs.count()) === 0) return pollEvery // as for most, so what sends them is fetched apart
        const { sendHeld } = await theFiles()
        const again = await sendHeld({ env: o.env, outbox: o.outbox, token: (user) => this.tokenFor(user), note: lead.note }, run)
        return again === 'never' ? pollEvery : again
      }),
      status: lane('status', (_run, fence) => this.heartbeat(fence)),
      check: lane('check', (_run, fence) => this.check(fence)),
    }
  }

  get all(): Lane[] {
    return Object.values(this.lanes)
  }

  /** An administrator has this device deleted what it has. */
  get clearing(): boolean {
    return (this.orders?.clearingSince ?? 0) > 0
  }

  /** This tab begins to lead, or ends: nothing runs, and nothing is known of what the server has. */
  reset(): void {
    this.news = undefined
    for (const lane of this.all) lane.reset()
  }

  /** Something that is in the outbox is not shown: the check shows it. */
  unshown(): void {
    this.behindOutbox = true
    this.lanes.check.nudge(true, 2_000)
  }

  /** Anything may have changed: the network, the session, the person. */
  askAll(): void {
    const { push, pull, files, status } = this.lanes
    this.learn()
    for (const lane of [push, pull, files, status]) lane.nudge(true)
  }

  askPull(fresh = true, delay = 0): void {
    this.learn()
    this.lanes.pull.nudge(fresh, delay)
  }

  /**
   * Something is new on the server. While our own work goes out, most of it is just that, and the end of the push asks for a pull itself: to put half of our
   * effects under the other half would hold up both.
   */
  heard(delay: number, news?: Moment): void {
    this.learn(news)
    this.lanes.pull.nudge(true, this.lanes.push.busy ? behindPush : delay)
  }

  /** One after the other: each begins where the one before has ended. Of a device that is slower than they come, a pull is less work than many of them. */
  async poked(poke: Poke): Promise<void> {
    if (this.taking > 2 && !poke.ask) return this.fetch(poke)
    this.taking++
    this.pokes = this.pokes.then(() => this.heed(poke))
    await this.pokes
    this.taking--
  }

  /** Another reason to pull: the server has come to this moment, or something that only a pull tells. */
  private learn(of?: Moment): void {
    const { news } = this
    if (!of || news === 'anything' || (news && news.epoch !== of.epoch)) this.news = 'anything'
    else if (!news || news.version < of.version) this.news = of
  }

  /** Runs a lane's work with one fresh token where the server refused the old one. */
  private async authorised(run: Run, work: (run: Run, fence: number) => Promise<Again>): Promise<Again> {
    const fence = this.lead.fence()
    if (fence === undefined) return 'never'
    try {
      return await work(run, fence)
    } catch (err) {
      if (!(err instanceof CallError) || err.status !== 401) throw err
      this.o.credentials.refused()
      return await work(run, fence)
    }
  }

  private async anyToken(): Promise<string | null> {
    return (await this.o.credentials.userToken()) ?? (await this.o.credentials.deviceToken())
  }

  /** By which a user's files go up: by the user's own session, else as the device. */
  private async tokenFor(user: string): Promise<string | null> {
    const { credentials } = this.o
    const own = user === this.o.user && !this.o.viewing
    return (own ? await credentials.userToken() : null) ?? (await credentials.deviceToken())
  }

  private signedOut(): Again {
    if (!this.contact.out) this.lead.note('signed-out')
    this.contact.out = true
    return pollEvery
  }

  private heldBack(): Again {
    this.contact.held = true
    return this.signedOut()
  }

  /** Makes the device known to the server, once for each person who works on it. False while nobody is signed in to vouch for it. */
  private async enrolled(fence: number, run: Run): Promise<boolean> {
    const { env, outbox, cache, user, viewing, credentials, deviceName } = this.o
    const queue = await outbox.queue()
    if (viewing || (queue.enrolled && queue.users.includes(user))) return queue.enrolled
    const token = await credentials.userToken()
    if (token === null) return queue.enrolled
    const all = await outbox.db.devices.toArray()
    const { enrolment } = await theProving()
    const body = JSON.stringify(await enrolment(env, await outbox.device(queue.device), all, (await deviceName?.()) ?? ''))
    const enrol = { body, token, signal: run.signal }
    const { epoch } = await exchange<{ device: string; epoch: string }>(env, '/api/sync/enrol', enrol).catch(async (err: unknown) => {
      // The name is taken, with another key.
      if (err instanceof CallError && err.code === 'device-forked') await outbox.requeue(fence, queue.device)
      throw err
    })
    this.contact.admitted()
    const { learnEpoch } = await thePull()
    await learnEpoch({ cache, outbox, fence, user, note: this.lead.note }, epoch, queue.epoch)
    await outbox.enrolledBy(fence, user)
    return true
  }

  private async push(run: Run, fence: number): Promise<Again> {
    const { outbox, cache, user, credentials, env } = this.o
    for (let tries = 0; tries < 3; tries++) {
      if ((await outbox.waitingCount()) === 0) return pollEvery // a look that costs nothing: the nudge may have died with a tab
      if (!(await this.enrolled(fence, run))) return this.heldBack()
      const { push, firstCount } = await thePush()
      this.pushTuning ??= { count: firstCount }
      const started = env.clock.now()
      const end = await push(
        {
          env,
          outbox,
          cache,
          fence,
          user,
          ...(this.o.viewing ? { viewing: true } : {}),
          userToken: () => credentials.userToken(),
          deviceToken: (former) => credentials.deviceToken(former),
          signal: run.signal,
          progress: () => {
            run.progress()
            this.contact.heard()
            this.contact.held = false
            this.lead.refresh()
          },
          answered: (news) => this.learn(news),
          note: this.lead.note,
        },
        this.pushTuning,
      )
      this.lead.note('push', { end, ms: env.clock.now() - started })
      if (end === 'signed-out' || (end === 'untold' && (await credentials.userToken()) === null)) return this.heldBack()
      this.contact.held = false
      if (end === 'retry') throw new Later('retry')
      if (end === 'start-again') {
        // The pull learns the new epoch; then everything kept is offered again.
        this.askPull()
        if (this.startsAgain++ > 3) throw new Later('start-again')
        return 500
      }
      if (end === 'done') {
        this.startsAgain = 0
        // Our own effects, as the server sees them. Where a poke tells of them, it has them with it as a rule; one that had not has asked for a pull already.
        const asked = this.lanes.pull.nextAt <= env.clock.now() + behindPush
        this.lanes.pull.nudge(false, this.lead.connected() && !asked && typeof this.news === 'object' ? pokeComes : 0)
        return pollEvery
      }
      if (end === 'not-enrolled') await outbox.forgotten(fence)
    }
    throw new Later('not-enrolled')
  }

  private async pull(run: Run, fence: number): Promise<Again> {
    const { outbox, cache, user, credentials, env } = this.o
    const { news } = this
    this.news = undefined
    const untilPoll = this.pulledAt + pollEvery - env.clock.now()
    if (typeof news === 'object' && untilPoll > 0 && shows(await cache.state(), news)) return untilPoll
    if (!(await this.enrolled(fence, run))) return this.signedOut()
    const started = env.clock.now()
    const options = {
      env,
      cache,
      outbox,
      fence,
      user,
      warehouses: this.o.warehouses ?? (() => []),
      token: () => credentials.userToken(),
      signal: run.signal,
      progress: () => {
        run.progress()
        this.contact.admitted()
        this.lead.refresh()
      },
      replaced: (yes: boolean) => {
        this.contact.replaced = yes
      },
      note: this.lead.note,
    }
    try {
      const { pull } = await thePull()
      const end = await pull(options, this.pullTuning)
      this.lead.note('pull', { end, ms: env.clock.now() - started })
      if (end === 'signed-out') return this.signedOut()
      this.contact.update = end === 'update'
      if (end === 'update') return 600_000
    } catch (err) {
      if (err instanceof CallError && strange.has(err.code)) await outbox.forgotten(fence)
      if (err instanceof CallError && err.code === 'device-revoked') this.lanes.status.nudge(true) // which says what is to become of us
      throw err
    }
    this.contact.upToDate()
    this.contact.noRoom = this.contact.behind = false
    this.pulledAt = this.o.env.clock.now()
    // Offered again under a new epoch, or held back until we knew it.
    if ((await outbox.waitingCount()) > 0) this.lanes.push.nudge(false)
    const { checkedAt } = await cache.state()
    if (checkedAt === 0) this.lanes.check.nudge(true, 5_000)
    return pollEvery
  }

  private async check(fence: number): Promise<Again> {
    const { env, cache, outbox, user } = this.o
    // More guesses than unsent work: the cache may have missed an outcome, as when a tab died between the two.
    if (this.behindOutbox || (await cache.db._overlay.count()) > (await outbox.waitingCount())) {
      const { reconcile } = await theReconcile()
      await reconcile(cache, outbox, user)
      this.behindOutbox = false
    }
    if (this.lanes.pull.busy) return 5_000
    const { compare } = await theCompare()
    const found = await compare({ env, cache, fence, note: this.lead.note })
    if (found) this.holds = found.holds
    if (found?.diverged) this.lanes.status.nudge(false)
    if (found?.startsAgain) this.askPull()
    return pollEvery
  }

  private async heartbeat(fence: number): Promise<Again> {
    const queue = await this.o.outbox.queue()
    const token = await this.anyToken()
    if (!queue.enrolled || token === null) return pollEvery
    const { holds } = this
    const [{ report }, orders] = await Promise.all([theHeartbeat(), this.heedOrders()])
    const did = orders.did()
    const answer = await report(this.o, queue, token, { holds, did, upToDateAt: this.contact.upToDateAt })
    if (this.holds === holds) this.holds = undefined
    this.contact.heard()
    const soon = await orders.take(answer, did, queue.device, token, fence)
    this.lead.refresh()
    return soon ? 3_000 : pollEvery
  }

  private async heedOrders(): Promise<Orders> {
    const { o } = this
    const { Orders } = await theOrders()
    this.orders ??= new Orders({
      env: o.env,
      outbox: o.outbox,
      cache: o.cache,
      send: () => {
        for (const l of [this.lanes.push, this.lanes.files]) l.nudge(true)
      },
      pull: () => this.askPull(),
      log: this.lead.log,
      note: this.lead.note,
      clear: o.clear,
    })
    return this.orders
  }

  /** A change that came with the poke is taken exactly as a pulled page would be, if it starts where we stand. */
  private async heed(poke: Poke): Promise<void> {
    const fence = this.lead.fence()
    if (fence === undefined) return
    const { cache, outbox, user } = this.o
    try {
      if (poke.ask) this.lanes.status.nudge(true)
      const { take } = await thePull()
      const state = await cache.state()
      if (shows(state, poke)) return
      const { device } = await outbox.queue()
      const fits =
        poke.from === state.cursor &&
        poke.epoch === state.epoch &&
        (poke.device ?? device) === device &&
        !this.lanes.pull.busy &&
        (await cache.db._staged.count()) === 0
      if (fits && poke.page) {
        // What it says of our own work, the answer to the push that is under way says too.
        const marks = !this.lanes.push.busy
        await take({ cache, outbox, fence, user, marks, note: this.lead.note }, poke.page, state.cursor, { device, epoch: poke.page.epoch })
        this.contact.upToDate()
        this.lead.refresh()
        return
      }
    } catch (err) {
      if (err instanceof Fenced) return this.lead.resign()
    }
    this.fetch(poke)
  }

  private fetch(poke: Poke): void {
    const { env } = this.o
    this.heard(env.random() * (env.visible() ? 100 : 2_000), poke)
    this.lead.attempt()
    this.lead.refresh()
  }
}
