import { Client, type Work } from '@sync/client'
import { drainOutbox } from '@sync/drain'
import type { Env } from '@sync/env'
import type { Poke } from '@sync/live'
import { memoryChannels, memoryLocks } from '@sync/memory'
import type { Mutation } from '@sync/mutation'
import { Outbox } from '@sync/outbox'
import type { TrayItem } from '@sync/outboxDb'
import { outboxNames } from '@sync/outboxNames'
import { Session } from '@sync/session'
import { signalR } from '@sync/signalR'
import { copyOf, Forgetful } from '@sync/testing/disk'
import type { Disk } from '@sync/testing/lanes'
import '@sync/testing/loaded'
import { seeded } from '@sync/testing/world'
import { IDBKeyRange as FakeKeyRange, IDBFactory } from 'fake-indexeddb'
import type { SimClock } from './clock'
import { appEffects } from './effects'
import { Ice } from './ice'
import { type Fetch, Jar } from './jar'
import { wire } from './wire'

/** What a link does to one request. */
export type Fault = (path: string, init: RequestInit | undefined, next: () => Promise<Response>) => Promise<Response>

/** Up to so many real ms may pass before a request leaves and before its answer is here, so that devices overtake each other as on a busy machine. */
const jitter = Number(process.env.LADING_JITTER ?? 0)
const unsteady = () => (jitter > 0 ? new Promise((r) => setTimeout(r, Math.random() * jitter)) : undefined)

/** One answer with its body, so that time stands still until all of it is here. A client that gives up does not unsend what it sent. */
async function whole(url: string, init: RequestInit = {}): Promise<Response> {
  await unsteady()
  const res = await wire(url, init)
  await unsteady()
  return res
}

/** The request for a page, with as few rows as that. */
function limited(body: unknown, limit: number): string {
  return JSON.stringify({ ...(JSON.parse(String(body)) as object), limit })
}

/** One device: its disk, its cookies, its link, and as many tabs as are open. */
export class Tablet {
  /** Connections of its disk that are lost behind a commit. */
  readonly forgetful = new Forgetful()
  private disk = this.forgetful.over(new IDBFactory() as unknown as IDBFactory)
  private locks = memoryLocks()
  private channels = memoryChannels()
  private readonly random: () => number
  private jar = new Jar()
  private readonly subtle: SubtleCrypto
  private readonly tabs = new Map<Client, Ice>()
  private readonly stopped: Promise<void>[] = []
  /** The tab that a person holds. */
  client!: Client
  fault: Fault = (_path, _init, next) => next()
  offline = false
  /** Of an address where nobody answers at the moment: resolves when somebody does. */
  asleep: (url: string) => Promise<void> | undefined = () => undefined
  /** What the simulation makes of the server's word before the link has it. */
  upstream: (path: string, init: RequestInit | undefined, res: Response, to: Tablet) => Response | Promise<Response> = (
    _path,
    _init,
    res,
  ) => res
  /** The same of a page that comes with a poke. */
  poked: (page: NonNullable<Poke['page']>, device: string) => NonNullable<Poke['page']> = (page) => page
  /** A mistake of the client's, put between it and its link. */
  mistake: ((fetch: Fetch, tablet: Tablet) => Fetch) | undefined
  private recorded: Mutation[] = []
  /** What was done on disks that this one has been in the place of. */
  private readonly gone: Mutation[][] = []
  /** Files that were ever kept on this disk, by their hash. What went with a disk before its profile was put back is not among them. */
  readonly files = new Set<string>()
  /** How many rows a page may have; the server cuts a small organisation's changes as it does a large one's. */
  pageSize: number | undefined
  /** What becomes of a poke on its way; undefined where this device has no socket. */
  pokes: ((deliver: () => void) => void) | undefined
  readonly notes: { at: number; what: string; detail?: Record<string, unknown> | undefined }[] = []

  constructor(
    readonly name: string,
    readonly clock: SimClock,
    private readonly url: (tablet: Tablet) => string,
    seed: number,
  ) {
    this.random = seeded(seed)
    this.subtle = clock.underway.crypto(crypto.subtle)
  }

  private env(): Env {
    const linked: Fetch = (url, init) => {
      if (this.offline) return Promise.reject(new TypeError('offline'))
      if (url.startsWith('/')) return new Promise(() => {}) // to a server that stands still
      const path = new URL(url).pathname
      const asked = this.pageSize && path.endsWith('/sync/pull') ? { ...init, body: limited(init?.body, this.pageSize) } : init
      const send = () => this.clock.underway.during(whole(url, asked), url).then((res) => this.upstream(path, init, res, this))
      // Where it was held up on its way, the server may stand still by now: time passes, and it is read when that one goes on.
      return this.fault(path, init, () => this.asleep(url)?.then(send) ?? send())
    }
    const jarred = this.jar.fetch(() => this.url(this), linked)
    return {
      clock: this.clock,
      random: this.random,
      fetch: this.mistake?.(jarred, this) ?? jarred,
      indexedDB: this.disk,
      IDBKeyRange: FakeKeyRange as unknown as Env['IDBKeyRange'],
      subtle: this.subtle,
      channel: this.channels,
      locks: this.locks,
      visible: () => true,
    }
  }

  /** Opens a tab, which the person then looks at; others stay as they are. */
  async open(): Promise<void> {
    const { pokes } = this
    const ice = new Ice()
    this.client = await Client.start({
      env: ice.env(this.env()),
      effects: appEffects,
      deviceName: () => this.name,
      build: 'sim',
      live: pokes !== undefined,
      connect: async (path, ticket) => {
        const hub = await this.clock.underway.during(signalR(this.url(this) + path, ticket), 'the hub')
        const start = hub.start.bind(hub)
        const on = hub.on.bind(hub)
        hub.start = () =>
          this.offline ? Promise.reject(new TypeError('offline')) : this.clock.underway.during(start(), `a connection to ${this.url(this)}`)
        const device = new URLSearchParams(path.slice(path.indexOf('?'))).get('guid') ?? ''
        hub.on = (what: string, hear: (poke: Poke) => unknown) =>
          on(what, (poke: Poke) => {
            if (this.offline) return
            const told = poke.page ? { ...poke, page: this.poked(poke.page, device) } : poke
            pokes?.(() => ice.reach(() => hear(told)))
          })
        return hub
      },
    })
    this.tabs.set(this.client, ice)
  }

  /** The browser freezes all tabs but the one that the person holds, the leading one perhaps among them. */
  freeze(): void {
    for (const [tab, ice] of this.tabs) if (tab !== this.client) ice.freeze()
  }

  thaw(): void {
    for (const ice of this.tabs.values()) ice.thaw()
  }

  /** What is at work in each tab. */
  works(): Work[] {
    return [...this.tabs.keys()].flatMap((tab) => tab.work ?? [])
  }

  /** The browser dies with all its tabs, wherever they are. */
  async kill(): Promise<void> {
    this.die()
    await this.open()
  }

  private die(): void {
    this.stopAll()
    this.locks = memoryLocks()
    this.channels = memoryChannels()
  }

  private stopAll(): void {
    for (const [tab, ice] of this.tabs) {
      this.keepNotes(tab)
      this.stopped.push(tab.stop())
      ice.thaw() // nothing of it does anything any more
    }
    this.tabs.clear()
  }

  /** The app is closed, and opened again after the browser's background sync. */
  async closed(meanwhile: (work: Promise<void>) => Promise<unknown>): Promise<void> {
    this.die()
    const env = this.env()
    const names = await outboxNames(env)
    const own = await Session.open(env)
    await meanwhile(
      (async () => {
        for (const name of names) await drainOutbox(env, own, name).catch(() => {})
      })(),
    )
    own.close()
    await this.open()
  }

  /** Another machine with a copy of this one's disk, cookies and all. */
  async clone(name: string, seed: number): Promise<Tablet> {
    const twin = new Tablet(name, this.clock, this.url, seed)
    twin.recorded = [...this.recorded] // before the copy: what is recorded while it is made may not be on it
    for (const hash of this.files) twin.files.add(hash)
    twin.disk = twin.forgetful.over(await copyOf(this.disk))
    twin.jar = this.jar.copy()
    twin.fault = this.fault
    twin.upstream = this.upstream
    twin.asleep = this.asleep
    twin.poked = this.poked
    twin.mistake = this.mistake
    twin.pageSize = this.pageSize
    await twin.open()
    return twin
  }

  /** The profile as it is now, to be put back later. */
  async profile(): Promise<() => Promise<void>> {
    const recorded = [...this.recorded] // before the copy: what is recorded while it is made may not be on it
    const files = [...this.files]
    const disk = await copyOf(this.disk)
    const jar = this.jar.copy()
    return async () => {
      this.die()
      this.gone.push(this.recorded)
      this.disk = this.forgetful.over(disk)
      this.jar = jar
      this.recorded = recorded
      this.files.clear()
      for (const hash of files) this.files.add(hash)
      await this.open()
    }
  }

  /** Notes what is recorded on the disk that is in the tablet now, also where another is in it by the time it is done. */
  keeper(): (mutation: Mutation) => void {
    const { recorded } = this
    return (mutation) => void recorded.push(mutation)
  }

  /** Everything that was ever recorded on this disk, in the order in which it was done. */
  done(): Mutation[] {
    return this.recorded.sort((a, b) => a.n - b.n)
  }

  /** The same of each disk that was here. */
  disks(): Disk[] {
    const was = this.gone.map((done, i) => ({ name: `${this.name}, disk ${i + 1}`, done: done.sort((a, b) => a.n - b.n) }))
    return [...was, { name: this.name, done: this.done() }]
  }

  /** Ids of what went with a disk before its profile was put back: of it nobody knows whether it was ever sent. */
  lost(): Set<string> {
    const here = new Set(this.recorded.map((m) => m.id))
    return new Set(this.gone.flat().flatMap((m) => (here.has(m.id) ? [] : [m.id])))
  }

  private keepNotes(tab: Client): void {
    for (const note of tab.work?.engine.diagnostics() ?? []) if (!this.notes.includes(note)) this.notes.push(note)
  }

  allNotes() {
    for (const tab of this.tabs.keys()) this.keepNotes(tab)
    return this.notes
  }

  /** Why nobody was let in the last time. */
  refused = ''

  async signIn(userName: string): Promise<void> {
    this.refused = ''
    try {
      await this.client.session.signIn(userName, 'lading-demo')
      await this.client.follow()
    } catch (err) {
      this.refused = String(err)
      throw err
    }
  }

  get work(): Work | undefined {
    return this.client.work
  }

  /** Whether a person would be asked to sign in. */
  get signedOut(): boolean {
    return !this.work || this.client.session.expired || this.work.engine.status().state === 'signed-out'
  }

  /** Whether the server has heard, from this person, that the person works on this device: without it nobody takes the work. */
  async vouched(): Promise<boolean> {
    const queue = await this.work?.outbox.queue()
    return !!queue?.enrolled && queue.users.includes(this.work?.person.id ?? '')
  }

  /** What the browser's background sync does where nobody is signed in. */
  async background(): Promise<void> {
    const env = this.env()
    for (const name of await outboxNames(env)) await drainOutbox(env, this.client.session, name).catch(() => {})
  }

  /**
   * What the outbox holds, whoever is signed in. `told` are the items of which the device would hear if somebody dealt with them: of work that somebody else
   * sent under an identity of before, it asks when that person is there.
   */
  async outbox(): Promise<{ waiting: number; tray: string[]; told: string[]; items: TrayItem[] }> {
    const look = async (box: Outbox) => {
      const [items, { device }] = await Promise.all([box.db.tray.toArray(), box.queue()])
      const told = items.filter((i) => i.device === device || i.user === this.work?.person.id)
      return { waiting: await box.waitingCount(), tray: items.map((i) => i.id), told: told.map((i) => i.id), items }
    }
    if (this.work) return look(this.work.outbox)
    const [name] = await outboxNames(this.env())
    if (!name) return { waiting: 0, tray: [], told: [], items: [] }
    const box = await Outbox.open(this.env(), name, { ballast: 0 })
    try {
      return await look(box)
    } finally {
      box.close()
    }
  }

  /** Ids of the actions and hashes of the files that the outbox keeps, settled or not. Undefined where there is no outbox yet. */
  async kept(): Promise<{ ids: Set<string>; files: Set<string> } | undefined> {
    const look = async ({ db }: Outbox) => ({
      ids: new Set((await db.mutations.toArray()).map((m) => m.id)),
      files: new Set((await db.blobs.toCollection().primaryKeys()).map(String)),
    })
    if (this.work) return look(this.work.outbox)
    const [name] = await outboxNames(this.env())
    if (!name) return undefined
    const box = await Outbox.open(this.env(), name, { ballast: 0 })
    try {
      return await look(box)
    } finally {
      box.close()
    }
  }

  /** Throws away what nobody has sent yet: only ever a mistake. */
  async clearOutbox(): Promise<void> {
    for (const name of await outboxNames(this.env())) {
      const box = await Outbox.open(this.env(), name, { ballast: 0 })
      await box.db.mutations.clear()
      box.close()
    }
  }

  /** Forgets the files that nobody has sent yet: only ever a mistake. */
  async clearFiles(): Promise<void> {
    for (const name of await outboxNames(this.env())) {
      const box = await Outbox.open(this.env(), name, { ballast: 0 })
      await Promise.all([box.db.blobs.clear(), box.db.blobData.clear()])
      box.close()
    }
  }

  async close(): Promise<void> {
    this.stopAll()
    await Promise.all(this.stopped)
  }
}
