import type { HubConnection } from '@microsoft/signalr'
import { backoff, type Env } from './env'
import type { Page } from './pull'

/** A hint to pull, with the change inside where this device is one version behind. */
export interface Poke {
  version: number
  epoch: string
  from?: string
  page?: Page
  /** Something is asked of this device: it should report. */
  ask?: boolean
  /** Whose connection it came by: after a change of identity, that is the one before. */
  device?: string
}

export interface LiveOptions {
  env: Env
  device: () => Promise<string>
  /** A ticket for one connection, from POST /api/hub/ticket; null while nobody is signed in. */
  ticket: () => Promise<string | null>
  onPoke: (poke: Poke) => void
  onChange: (connected: boolean) => void
  url?: string
  /** Makes the connection; the default fetches SignalR when it is first wanted, so that it is not in the first screen's bundle. */
  connect?: (url: string, ticket: () => Promise<string>) => Promise<HubConnection>
}

const signalR: NonNullable<LiveOptions['connect']> = (url, ticket) => import('./signalR').then((m) => m.signalR(url, ticket))

type Handler = (...args: unknown[]) => void

/** The socket. A lost poke costs only time, since every pull is complete by itself; so this is allowed to be simple and to fail. */
export class Live {
  connected = false
  private running = false
  private connection: HubConnection | undefined
  private failures = 0
  private timer: unknown
  private term = 0
  private readonly handlers = new Map<string, Set<Handler>>()

  constructor(private readonly o: LiveOptions) {}

  start(): void {
    if (this.running) return
    this.running = true
    void this.open()
  }

  stop(): void {
    this.running = false
    this.term++
    this.o.env.clock.clearTimeout(this.timer)
    this.drop()
  }

  /** Builds the connection anew at once: the network came back, or the watchdog does not trust the old one. */
  restart(): void {
    if (!this.running) return
    this.failures = 0
    this.o.env.clock.clearTimeout(this.timer)
    this.drop()
    void this.open()
  }

  /** Hub messages other than SyncPoke, such as ReceiveNotification. */
  on(message: string, handler: Handler): () => void {
    const all = this.handlers.get(message) ?? new Set()
    if (all.size === 0) {
      this.handlers.set(message, all)
      if (this.connection) this.listen(this.connection, message)
    }
    all.add(handler)
    return () => all.delete(handler)
  }

  private listen(connection: HubConnection, message: string): void {
    connection.on(message, (...args: unknown[]) => {
      for (const handler of this.handlers.get(message) ?? []) handler(...args)
    })
  }

  private set(connected: boolean): void {
    if (this.connected === connected) return
    this.connected = connected
    this.o.onChange(connected)
  }

  private drop(): void {
    const old = this.connection
    this.connection = undefined
    this.set(false)
    old?.stop().catch(() => {})
  }

  private async open(): Promise<void> {
    const term = ++this.term
    const current = () => this.running && term === this.term
    try {
      const ticket = await this.o.ticket()
      if (!current()) return
      if (ticket === null) return this.later(term)
      const device = await this.o.device()
      const connection = await (this.o.connect ?? signalR)(`${this.o.url ?? '/hub'}?guid=${encodeURIComponent(device)}`, async () => ticket)
      if (!current()) return
      this.connection = connection
      connection.on('SyncPoke', (poke: Poke) => {
        if (current()) this.o.onPoke({ ...poke, device })
      })
      for (const message of this.handlers.keys()) this.listen(connection, message)
      connection.onclose(() => {
        if (!current()) return
        this.connection = undefined
        this.set(false)
        this.later(term)
      })
      await connection.start()
      if (!current()) return void connection.stop().catch(() => {})
      this.failures = 0
      this.set(true)
    } catch {
      if (!current()) return
      if (this.failures === 0) this.o.onChange(false) // as when one closes: the server may be gone, which nothing else would say before the next poll
      this.later(term)
    }
  }

  private later(term: number): void {
    // For ever, and never all tablets of a yard at once.
    const wait = backoff(this.o.env.random, this.failures++) + 250
    this.timer = this.o.env.clock.setTimeout(() => {
      if (this.running && term === this.term) void this.open()
    }, wait)
  }
}
