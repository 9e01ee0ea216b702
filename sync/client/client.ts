import { Cache } from './cache'
import type { Effects } from './effect'
import { Engine } from './engine'
import type { Env } from './env'
import { Journal } from './journal'
import { Live, type LiveOptions } from './live'
import { Outbox } from './outbox'
import { part } from './part'
import { type Person, samePerson } from './person'
import { Session } from './session'
import { CallError, exchange } from './wire'

const theDrain = part(() => import('./drain'))

export interface ClientOptions {
  env: Env
  effects: Effects
  warehouses?: () => string[]
  /** Asked when the server first hears of this device. */
  deviceName?: () => string | Promise<string>
  build?: string
  storage?: () => Promise<{ persisted: boolean; usage: number; quota: number }>
  battery?: () => Promise<{ percent: number; charging: boolean } | null>
  /** How many actions and files waited here when the browser deleted what it kept. */
  lost?: () => number
  /** All that was kept here was deleted because an administrator asked for it. */
  cleared?: () => void
  /** Keeps the log on disk, over reloads and crashes. */
  keepLog?: boolean
  /** False in simulations without a hub. */
  live?: boolean
  /** Makes the socket, where that shall wait for something. */
  connect?: LiveOptions['connect']
  /** A name before those of the databases, so that several devices fit into one process. */
  prefix?: string
  /** Opening waits for another tab, which shows an older app (true), or waits no longer. */
  blocked?: (is: boolean) => void
}

/** One signed-in person's side of the sync: the stores, the engine, the socket. */
export interface Work {
  person: Person
  outbox: Outbox
  cache: Cache
  engine: Engine
  live: Live | undefined
  journal: Journal | undefined
}

/** Everything that a tab holds. It follows the session: another person means another cache, but the same outbox, where entries keep their author. */
export class Client {
  work: Work | undefined
  private opening: Promise<void> = Promise.resolve()
  private readonly listeners = new Set<() => void>()
  private unsubscribe: (() => void) | undefined

  private constructor(
    readonly o: ClientOptions,
    readonly session: Session,
  ) {}

  /** Opens what the remembered person left. Needs no network. */
  static async start(o: ClientOptions): Promise<Client> {
    const client = new Client(o, await Session.open(o.env, o.prefix))
    client.unsubscribe = client.session.subscribe(() => void client.follow())
    await client.follow()
    return client
  }

  async stop(): Promise<void> {
    this.unsubscribe?.()
    await this.opening
    this.close()
    this.session.close()
  }

  get env(): Env {
    return this.o.env
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Resolves when the stores fit the session, as after a sign-in. */
  follow(): Promise<void> {
    this.opening = this.opening.then(() => this.fit()).catch((err) => this.failed(err))
    return this.opening
  }

  private journalName(org: string): string {
    return `${this.o.prefix ?? ''}lading-log-${org}`
  }

  /** Why the stores could not be opened, for a screen that says so. */
  failure: unknown

  private failed(err: unknown): void {
    this.failure = err
    for (const listener of this.listeners) listener()
  }

  outboxName(org: string): string {
    return `${this.o.prefix ?? ''}lading-outbox-${org}`
  }

  private async fit(): Promise<void> {
    const { person } = this.session
    const open = this.work?.person
    if (person && samePerson(open, person)) {
      this.work?.engine.nudge('session')
      return
    }
    this.close()
    if (person) this.work = await this.open(person)
    this.failure = undefined
    for (const listener of this.listeners) listener()
    void this.deleteViewed().catch(() => {})
  }

  /** Deletes what was kept while somebody looked as another user, when the look is over; also one that ended while no tab was open. */
  private async deleteViewed(): Promise<void> {
    const { person } = this.session
    const viewed = person?.by ? undefined : await this.session.viewed()
    if (!viewed) return
    const own = person?.id === viewed.id && person.org === viewed.org
    if (!own) await drop(this.env, (this.o.prefix ?? '') + Cache.nameOf(viewed.org, viewed.id))
    await this.session.forgetViewed()
  }

  private async open(person: Person): Promise<Work> {
    const { env, effects, prefix = '' } = this.o
    const outbox = await Outbox.open(env, this.outboxName(person.org))
    let opening = true // deleting it later, at sign-out, is held up by other tabs too, and nobody waits for that
    const blocked = () => opening && this.o.blocked?.(true)
    const cache = await Cache.open(env, prefix + Cache.nameOf(person.org, person.id), { effects, blocked })
    opening = false
    this.o.blocked?.(false)
    // Only what can be fetched again is given up for room.
    outbox.makeRoom = async () => {
      await cache.db._answers.clear()
      await Promise.all(cache.entities.map((e) => cache.table(e).clear()))
      await cache.startAgain()
    }
    let live: Live | undefined
    const journal = this.o.keepLog ? new Journal(env, this.journalName(person.org)) : undefined
    const engine = new Engine({
      env,
      outbox,
      cache,
      user: person.id,
      viewing: person.by !== undefined,
      credentials: {
        userToken: () => this.session.accessToken(),
        deviceToken: (former) => this.session.deviceToken(outbox, former),
        refused: () => this.session.refused(),
      },
      ...(this.o.warehouses ? { warehouses: this.o.warehouses } : {}),
      ...(this.o.deviceName ? { deviceName: this.o.deviceName } : {}),
      ...(this.o.build ? { build: this.o.build } : {}),
      ...(this.o.storage ? { storage: this.o.storage } : {}),
      ...(this.o.battery ? { battery: this.o.battery } : {}),
      ...(this.o.lost ? { lost: this.o.lost } : {}),
      clear: (told) => this.clear(person.org, told),
      tab: outbox.newId(),
      ...(journal ? { journal } : {}),
      ...(this.o.live === false
        ? {}
        : {
            socket: (hooks) => {
              live = new Live({
                env,
                ...hooks,
                device: async () => (await outbox.queue()).device,
                ticket: () => this.ticket(),
                ...(this.o.connect ? { connect: this.o.connect } : {}),
              })
              if (this.work?.engine === engine) this.work.live = live
              return live
            },
          }),
    })
    engine.start()
    return { person, outbox, cache, engine, live, journal }
  }

  private async ticket(): Promise<string | null> {
    const token = await this.session.accessToken()
    if (token === null) return null
    return (await exchange<{ ticket: string }>(this.env, '/api/hub/ticket', { token, body: '{}' })).ticket
  }

  private close(): void {
    const { work } = this
    this.work = undefined
    work?.engine.stop()
    work?.journal?.close()
    work?.cache.close()
    work?.outbox.close()
  }

  /** How much would be left unsent, for the question before signing out. */
  async unsent(): Promise<number> {
    const left = await this.work?.outbox.unsent()
    return left ? left.waiting + left.files : 0
  }

  /**
   * Signs out. Unsent work is sent once more now, and what cannot go stays, to be sent under the device's token later. The cache goes,
   * unless this is a dock tablet that keeps the warehouse's part.
   */
  async signOut(keepCache = false): Promise<void> {
    const { work } = this
    await this.session.signOut()
    await this.follow()
    if (!work) return
    if (!keepCache) await work.cache.delete().catch(() => {})
    const { drainOutbox } = await theDrain()
    await drainOutbox(this.env, this.session, work.outbox.name).catch(() => {})
  }

  /**
   * Signs out and deletes everything of an organisation, whoever worked here; the engine has sent it before. The outbox goes last, when the server has heard: until
   * then its key can say so, and a device that dies in between is asked again.
   */
  private async clear(org: string, told: (token: string | null) => Promise<void>): Promise<void> {
    const { work } = this
    if (!work) return
    const { env, prefix = '' } = this.o
    const token = (await this.session.deviceToken(work.outbox)) ?? (await this.session.accessToken())
    // Not awaited inside: what asked for this is part of the work that ends here.
    void (async () => {
      await this.session.signOut()
      await this.follow()
      const { drainOutbox } = await theDrain()
      // Somebody may have done something in the very moment: then it goes out first, and the server asks again.
      if ((await drainOutbox(env, this.session, this.outboxName(org))) > 0) return
      const all = await env.indexedDB.databases()
      for (const { name } of all) if (name?.startsWith(`${prefix}lading-cache-${org}-`)) await drop(env, name)
      await drop(env, this.journalName(org))
      await told(token)
      await drop(env, this.outboxName(org))
      this.o.cleared?.()
    })().catch((err) => this.failed(err))
  }
}

/** Deletes a database. Other tabs close theirs when they hear of it. */
function drop(env: Env, name: string): Promise<void> {
  return new Promise((done, failed) => {
    const asked = env.indexedDB.deleteDatabase(name)
    asked.onsuccess = () => done()
    asked.onerror = () => failed(asked.error)
  })
}

let running: Client | undefined

/** Makes a client the one that `send`, `call` and the screens use. */
export function use(client: Client | undefined): void {
  running = client
}

/** The client of this tab. */
export function current(): Client {
  if (!running) throw new Error('the client has not been started')
  return running
}

/** The stores of the person who is signed in. */
export function working(): Work {
  const { work } = current()
  if (!work) throw new Error('nobody is signed in')
  return work
}

/** The stores, for what a person does. Refused to who looks as another user: it would be kept and sent as that user's. */
export function acting(client = current()): Work {
  const { work } = client
  if (!work) throw new Error('nobody is signed in')
  if (work.person.by) throw new CallError(403, 'impersonation-reads-only', { name: work.person.name })
  return work
}

/** The local store of the person who is signed in, for live queries. */
export function local(): Work['cache']['db'] {
  return working().cache.db
}
