import { Client, type Work } from '@sync/client'
import { drainOutbox } from '@sync/drain'
import type { Env } from '@sync/env'
import { memoryChannels, memoryLocks } from '@sync/memory'
import type { Mutation } from '@sync/mutation'
import { Outbox } from '@sync/outbox'
import { outboxNames } from '@sync/outboxNames'
import { seeded } from '@sync/testing/world'
import { IDBKeyRange as FakeKeyRange, IDBFactory } from 'fake-indexeddb'
import type { SimClock } from './clock'
import { appEffects } from './effects'
import { type Fetch, Jar } from './jar'

/** What a link does to one request. */
export type Fault = (path: string, init: RequestInit | undefined, next: () => Promise<Response>) => Promise<Response>

/** One answer with its body, so that time stands still until all of it is here. A client that gives up does not unsend what it sent. */
async function whole(url: string, init: RequestInit = {}): Promise<Response> {
  const res = await fetch(url, { ...init, signal: null })
  const body = await res.arrayBuffer()
  return new Response(body.byteLength > 0 ? body : null, { status: res.status, headers: res.headers })
}

/** One device: its disk, its cookies, its link, and as many tabs as are open. */
export class Tablet {
  private readonly disk = new IDBFactory()
  private locks = memoryLocks()
  private channels = memoryChannels()
  private readonly random: () => number
  private readonly jar = new Jar()
  private readonly subtle: SubtleCrypto
  private readonly tabs = new Set<Client>()
  private readonly stopped: Promise<void>[] = []
  /** The tab that a person holds. */
  client!: Client
  fault: Fault = (_path, _init, next) => next()
  offline = false
  /** What the simulation makes of the server's word before the link has it. */
  upstream: (path: string, init: RequestInit | undefined, res: Response) => Response | Promise<Response> = (_path, _init, res) => res
  /** A mistake of the client's, put between it and its link. */
  mistake: ((fetch: Fetch, tablet: Tablet) => Fetch) | undefined
  private readonly recorded: Mutation[] = []
  readonly notes: { at: number; what: string; detail?: Record<string, unknown> | undefined }[] = []

  constructor(
    readonly name: string,
    readonly clock: SimClock,
    private readonly url: () => string,
    seed: number,
  ) {
    this.random = seeded(seed)
    this.subtle = clock.underway.crypto(crypto.subtle)
  }

  private env(): Env {
    const linked: Fetch = (url, init) => {
      if (this.offline) return Promise.reject(new TypeError('offline'))
      const path = new URL(url).pathname
      return this.fault(path, init, () => this.clock.underway.during(whole(url, init)).then((res) => this.upstream(path, init, res)))
    }
    const jarred = this.jar.fetch(this.url, linked)
    return {
      clock: this.clock,
      random: this.random,
      fetch: this.mistake?.(jarred, this) ?? jarred,
      indexedDB: this.disk as unknown as IDBFactory,
      IDBKeyRange: FakeKeyRange as unknown as Env['IDBKeyRange'],
      subtle: this.subtle,
      channel: this.channels,
      locks: this.locks,
      visible: () => true,
    }
  }

  /** Opens a tab, which the person then looks at; others stay as they are. */
  async open(): Promise<void> {
    this.client = await Client.start({ env: this.env(), effects: appEffects, live: false, deviceName: () => this.name, build: 'sim' })
    this.tabs.add(this.client)
  }

  /** The browser dies with all its tabs, wherever they are. */
  async kill(): Promise<void> {
    for (const tab of this.tabs) {
      this.keepNotes(tab)
      this.stopped.push(tab.stop())
    }
    this.tabs.clear()
    this.locks = memoryLocks()
    this.channels = memoryChannels()
    await this.open()
  }

  keep(mutation: Mutation): void {
    this.recorded.push(mutation)
  }

  /** Everything that was ever recorded on this disk, in the order in which it was done. */
  done(): Mutation[] {
    return this.recorded.sort((a, b) => a.n - b.n)
  }

  private keepNotes(tab: Client): void {
    for (const note of tab.work?.engine.diagnostics() ?? []) if (!this.notes.includes(note)) this.notes.push(note)
  }

  allNotes() {
    for (const tab of this.tabs) this.keepNotes(tab)
    return this.notes
  }

  async signIn(userName: string): Promise<void> {
    await this.client.session.signIn(userName, 'lading-demo')
    await this.client.follow()
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

  /** What the outbox holds, whoever is signed in. */
  async outbox(): Promise<{ waiting: number; tray: string[] }> {
    const look = async (box: Outbox) => ({ waiting: await box.waitingCount(), tray: (await box.db.tray.toArray()).map((i) => i.id) })
    if (this.work) return look(this.work.outbox)
    const [name] = await outboxNames(this.env())
    if (!name) return { waiting: 0, tray: [] }
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

  async close(): Promise<void> {
    for (const tab of this.tabs) this.stopped.push(tab.stop())
    this.tabs.clear()
    await Promise.all(this.stopped)
  }
}
