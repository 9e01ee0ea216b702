import { IDBKeyRange as FakeKeyRange, IDBFactory } from 'fake-indexeddb'
import { Client } from '../client'
import { type Effects, effect, effects } from '../effect'
import type { Clock, Env } from '../env'
import { running } from '../idb'
import { memoryChannels, memoryLocks } from '../memory'
import './loaded'
import { TestServer } from './server'
import { Underway } from './underway'

/** Turns in which a transaction of the store ends if it ever does. */
const patience = 500

/** Time that passes only when a test says so. */
export class TestClock implements Clock {
  private at = Date.parse('2026-11-20T10:00:00Z')
  private timers = new Map<number, { at: number; fn: () => void }>()
  private next = 1

  /** By how much the clock was set. */
  private set = 0

  now(): number {
    return this.at
  }

  elapsed(): number {
    return this.at - this.set
  }

  setTimeout(fn: () => void, ms: number): unknown {
    this.timers.set(this.next, { at: this.at + Math.max(0, ms), fn })
    return this.next++
  }

  clearTimeout(handle: unknown): void {
    this.timers.delete(handle as number)
  }

  jump(ms: number): void {
    this.at += ms
    this.set += ms
    if (ms < 0) for (const timer of this.timers.values()) timer.at += ms // timers measure a span, not the wall
  }

  run(ms: number): void {
    const end = this.at + ms
    for (;;) {
      const due = [...this.timers].filter(([, t]) => t.at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
      if (!due) break
      this.timers.delete(due[0])
      this.at = Math.max(this.at, due[1].at)
      due[1].fn()
    }
    this.at = end
  }
}

export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The effects of the main job, as the dock area declares them. */
export const dockEffects: Effects = effects([
  effect(
    'DockView/LoadPallet',
    ['dock_pallet', 'dock_shipment'],
    async ({ dock_pallet, dock_shipment }, { PalletId = '', ShipmentId }, made) => {
      await dock_pallet.update(PalletId, { state: 'loaded', scannedAt: made.at, scannedBy: made.user })
      const shipment = await dock_shipment.get(ShipmentId)
      if (shipment) await dock_shipment.update(ShipmentId, { loadedPallets: shipment.loadedPallets + 1, state: 'loading' })
    },
  ),
  effect('DockView/NoteShort', ['dock_pallet'], async ({ dock_pallet }, { PalletId = '', Pieces, Note }) => {
    if (Note === 'throws in replay' && (await dock_pallet.get(PalletId))?.note === 'changed') throw new Error('cannot')
    if (Note === 'only once' && (await dock_pallet.get(PalletId))?.short === Pieces) return
    await dock_pallet.update(PalletId, { state: 'short', short: Pieces, note: Note })
  }),
  effect('DockView/AddPallet', ['dock_pallet', 'dock_shipment'], async ({ dock_pallet, dock_shipment }, args) => {
    const { ShipmentId, PalletId = '' } = args
    if ((await dock_pallet.get(PalletId)) || !(await dock_shipment.get(ShipmentId))) return
    await dock_pallet.put({ id: PalletId, shipmentId: ShipmentId, state: 'staged', version: 0, scopes: ['wh:ATL'] } as never) // as much of one as is looked at
  }),
  effect('DockView/GetSaveSignature', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, SignedBy }) => {
    await dock_shipment.update(ShipmentId, { state: 'signed', signedBy: SignedBy })
  }),
  effect('DockView/FinishLoading', ['dock_shipment'], async ({ dock_shipment }, { ShipmentId, Seal, Trailer }) => {
    await dock_shipment.update(ShipmentId, { state: 'loaded', seal: Seal, trailer: Trailer })
  }),
])

export type Fetch = Env['fetch']

/** One device with its disk, and as many tabs as a test opens on it. */
export class TestDevice {
  disk: IDBFactory = new IDBFactory()
  locks = memoryLocks()
  channels = memoryChannels()
  random: () => number
  /** Where the browser keeps its cookie. */
  jar: string
  /** Keeps its log on disk, as the app's tabs do. */
  keepLog = false
  private readonly tabs = new Set<Client>()
  /** Between the device and the server: what a test makes of the link. */
  link: (next: Fetch) => Fetch = (next) => next

  constructor(
    readonly world: World,
    seed: number,
  ) {
    this.random = seeded(seed)
    this.jar = `browser-${seed}`
  }

  env(visible = () => true): Env {
    return {
      clock: this.world.clock,
      random: this.random,
      fetch: (input, init) =>
        this.link((path, request) => this.world.underway.during(this.world.server.fetch(path, request, this.jar)))(input, init),
      indexedDB: this.disk as unknown as IDBFactory,
      IDBKeyRange: FakeKeyRange as unknown as Env['IDBKeyRange'],
      subtle: this.world.underway.crypto(crypto.subtle),
      channel: this.channels,
      locks: this.locks,
      visible,
    }
  }

  /** A tab. A test that "crashes" one makes new locks and channels for the next. */
  async tab(visible?: () => boolean): Promise<Client> {
    const client = await Client.start({ env: this.env(visible), effects: dockEffects, live: false, keepLog: this.keepLog })
    this.world.clients.push(client)
    this.tabs.add(client)
    return client
  }

  async signedIn(userName = 'dock@demo.test', visible?: () => boolean): Promise<Client> {
    const client = await this.tab(visible)
    await client.session.signIn(userName, 'lading-demo')
    await client.follow()
    return client
  }

  /** The browser dies, with all its tabs. */
  crash(): void {
    for (const client of this.tabs) void client.stop()
    this.tabs.clear()
    this.locks = memoryLocks()
    this.channels = memoryChannels()
  }
}

export class World {
  clock = new TestClock()
  server = new TestServer()
  clients: Client[] = []
  readonly underway = new Underway()
  private seed = 1

  constructor() {
    this.server.now = () => this.clock.now()
    this.server.handlers = {
      'DockView/LoadPallet': ({ PalletId, ShipmentId }) => {
        this.server.patch('dock_pallet', String(PalletId), { state: 'loaded' })
        const s = this.server.get('dock_shipment', String(ShipmentId))
        this.server.patch('dock_shipment', String(ShipmentId), { loadedPallets: Number(s?.loadedPallets ?? 0) + 1, state: 'loading' })
      },
      'DockView/NoteShort': ({ PalletId, Pieces, Note }) =>
        void this.server.patch('dock_pallet', String(PalletId), { state: 'short', short: Pieces, note: Note }),
      'DockView/AddPallet': ({ PalletId, ShipmentId }) =>
        void this.server.put(
          'dock_pallet',
          { id: String(PalletId), shipmentId: ShipmentId, state: 'staged' },
          ['wh:ATL'],
          this.server.version,
        ),
      'DockView/GetSaveSignature': ({ ShipmentId, SignedBy }) =>
        void this.server.patch('dock_shipment', String(ShipmentId), { state: 'signed', signedBy: SignedBy }),
      'DockView/FinishLoading': ({ ShipmentId, Seal }) =>
        void this.server.patch('dock_shipment', String(ShipmentId), { state: 'loaded', seal: Seal }),
    }
  }

  device(): TestDevice {
    return new TestDevice(this, this.seed++)
  }

  /** A shipment with pallets P1…Pn on the dock of ATL. */
  stock(shipment = 'S1', pallets = 3): void {
    this.server.put('dock_shipment', {
      id: shipment,
      warehouse: 'ATL',
      state: 'waiting',
      loadedPallets: 0,
      totalPallets: pallets,
      dueAt: '2026-11-20T12:00:00Z',
    })
    for (let i = 1; i <= pallets; i++) {
      this.server.put('dock_pallet', {
        id: `${shipment}P${i}`,
        shipmentId: shipment,
        warehouse: 'ATL',
        state: 'staged',
        short: 0,
        note: '',
        lpn: `L${shipment}${i}`,
      })
    }
  }

  /** Lets real work (the store, crypto) finish without any time passing. What hangs is not waited for. */
  async breathe(turns = 12): Promise<void> {
    for (let i = 0, waited = 0; i < turns; ) {
      if (this.underway.idle && (running.size === 0 || waited++ > patience)) i++
      await this.underway.someEnd()
      await new Promise((r) => setImmediate(r))
    }
  }

  /** Lets time pass in small steps until something is so. */
  async until(what: () => boolean | Promise<boolean>, within = 90_000, step = 100): Promise<void> {
    for (let spent = 0; ; spent += step) {
      await this.breathe(6)
      if (await what()) return
      if (spent > within) throw new Error(`not within ${within} ms: ${what}`)
      this.clock.run(step)
    }
  }

  async pass(ms: number, step = 500): Promise<void> {
    for (let spent = 0; spent < ms; spent += step) {
      this.clock.run(step)
      await this.breathe(6)
    }
  }

  async close(): Promise<void> {
    for (const c of this.clients) await c.stop()
  }
}
