import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, working } from './client'
import { sleep } from './env'
import type { Mutation } from './mutation'
import { discard, sendAgain, sendFrom } from './send'
import { Fault, Refusal } from './testing/server'
import { type TestDevice, World } from './testing/world'
import type { TrayItem } from './tray'

let world: World
let device: TestDevice

beforeEach(() => {
  world = new World()
  world.stock()
  device = world.device()
})
afterEach(() => world.close())

function work(c: Client) {
  if (!c.work) throw new Error('nobody is signed in')
  return c.work
}

const shipment = async (c: Client, id = 'S1') => work(c).cache.db.dock_shipment.get(id)
const pallet = async (c: Client, id: string) => work(c).cache.db.dock_pallet.get(id)
function server(entity: string, key: string) {
  const row = world.server.get(entity, key)
  if (!row) throw new Error(`no ${entity} ${key}`)
  return row
}
const ledger = (c: Client) => work(c).outbox.ledger()
const load = (c: Client, n: number, s = 'S1') => sendFrom(c, 'DockView/LoadPallet', { ShipmentId: s, PalletId: `${s}P${n}`, Lpn: '' })
const signature = {
  ShipmentId: 'S1',
  SignedBy: '',
  Image: '',
  Strokes: '',
  Role: 'driver',
  Consent: '',
  Language: 'en',
  Pieces: 1,
  Pallets: 1,
  Digest: '',
}
const sign = (c: Client, who = 'Ada', s = 'S1') => sendFrom(c, 'DockView/GetSaveSignature', { ...signature, ShipmentId: s, SignedBy: who })

async function ready(d = device, userName?: string): Promise<Client> {
  const c = await d.signedIn(userName)
  await world.until(async () => (await work(c).cache.state()).complete)
  return c
}

async function drained(c: Client): Promise<void> {
  await world.until(async () => {
    const l = await ledger(c)
    const { version } = await work(c).cache.state()
    return l.waiting === 0 && version === world.server.version && (await work(c).cache.db._overlay.count()) === 0
  })
  const l = await ledger(c)
  expect(l.recorded).toBe(l.settled + l.waiting)
}

async function same(c: Client): Promise<void> {
  for (const [id, stored] of world.server.rows) {
    const [entity = '', key = ''] = id.split('/')
    const row = await work(c).cache.table(entity).get(key)
    if (!stored.scopes.some((s) => world.server.scopes.includes(s))) expect(row).toBeUndefined()
    else expect(row).toMatchObject(stored.row)
  }
  expect(await work(c).cache.db._base.count()).toBe(0)
}

const isPush = (path: string) => path === '/api/sync/push'

describe('the main job', () => {
  it('loads, acts, sends and agrees with the server', async () => {
    const c = await ready()
    expect((await shipment(c))?.state).toBe('waiting')
    await load(c, 1)
    expect((await shipment(c))?.loadedPallets).toBe(1)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(1)
    expect(await work(c).outbox.db.mutations.count()).toBe(0)
  })

  it('keeps a mutation until the replica has it', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    expect(await work(c).outbox.db.mutations.count()).toBe(1)
    world.server.replicate = true
    world.server.put('dock_shipment', { id: 'S2', loadedPallets: 0 })
    await world.until(async () => (await work(c).outbox.db.mutations.count()) === 0)
  })

  it('works offline and catches up', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('Failed to fetch')
    }
    await load(c, 1)
    await load(c, 2)
    await sign(c)
    expect(await shipment(c)).toMatchObject({ loadedPallets: 2, state: 'signed' })
    await world.pass(30_000)
    expect(c.work?.engine.status()).toMatchObject({ waiting: 3, state: 'offline' })
    device.link = (next) => next
    await drained(c) // nobody touched anything
    await same(c)
    expect(world.server.applied.map((a) => a.seq)).toEqual([1, 2, 3])
  })
})

describe('losses on the way', () => {
  it('a lost response runs nothing twice', async () => {
    const c = await ready()
    let lost = 0
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      if (isPush(path) && lost++ < 2) throw new TypeError('connection reset')
      return res
    }
    await load(c, 1)
    await drained(c)
    await same(c)
    expect(lost).toBeGreaterThan(2)
    expect(world.server.applied).toHaveLength(1)
    expect((await shipment(c))?.loadedPallets).toBe(1)
  })

  it('a request that arrives twice has one effect', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) await next(path, init)
      return next(path, init)
    }
    await load(c, 1)
    await load(c, 2)
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(2)
  })

  it('a captive portal is nobody', async () => {
    const c = await ready()
    device.link = () => async () => new Response('<html>Sign in to Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
    await load(c, 1)
    await world.pass(5_000)
    expect(await ledger(c)).toMatchObject({ waiting: 1, settled: 0 })
    expect(c.session.expired).toBe(false)
    device.link = (next) => next
    await drained(c)
  })

  it('obeys Retry-After', async () => {
    const c = await ready()
    let asked = 0
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      if (asked++ > 0) return next(path, init)
      return new Response('{"code":"too-many"}', {
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '20' },
      })
    }
    await load(c, 1)
    await world.until(() => asked === 1)
    await world.pass(18_000)
    await load(c, 2)
    expect(asked).toBe(1)
    await drained(c)
  })

  it('a request that is never answered is given up, with nobody touching anything', async () => {
    const c = await ready()
    let hung = 0
    // Ignores the signal and never ends: the worst transport. The client's own deadline frees it.
    device.link = (next) => (path, init) => {
      if (!isPush(path) || hung++ > 0) return next(path, init)
      return new Promise(() => {})
    }
    await load(c, 1)
    await world.until(() => hung === 1)
    await drained(c)
    expect(world.server.applied).toHaveLength(1)
  })
})

it('the watchdog tears down what has stood still for two minutes', async () => {
  const c = await ready()
  const before = (await work(c).outbox.queue()).fence
  const { accessToken } = c.session
  let asked = 0
  // Not even a request that could time out: something of ours never comes back.
  c.session.accessToken = () => (asked++ === 0 ? new Promise(() => {}) : accessToken.call(c.session))
  await load(c, 1)
  await world.until(async () => (await ledger(c)).waiting === 0, 200_000, 500)
  await drained(c)
  expect(
    work(c)
      .engine.diagnostics()
      .map((n) => n.what),
  ).toContain('watchdog')
  expect((await work(c).outbox.queue()).fence).toBeGreaterThan(before)
})

describe('a no', () => {
  it('leaves the tray when a supervisor has dealt with it', async () => {
    const c = await ready()
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('bol-already-signed', { id: 'S1', signedBy: 'Bob' })
    }
    await sign(c)
    await sign(c, 'Eve')
    await drained(c)
    await world.until(() => c.work?.engine.status().attention === 2)
    const { device: id } = await work(c).outbox.queue()
    world.server.dealtWith.add(`${id}/1`)
    await world.until(() => c.work?.engine.status().attention === 1)
    expect((await work(c).outbox.trayOf('U1')).map((t) => t.seq)).toEqual([2])
    world.server.dealtWith.add(`${id}/2`)
    await load(c, 1) // a push tells as much as a pull
    await world.until(() => c.work?.engine.status().attention === 0)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('goes to the tray with its reason, and what stands behind it is parked', async () => {
    world.stock('S2', 2)
    const c = await ready()
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('bol-already-signed', { id: 'S1', signedBy: 'Bob' })
    }
    await sign(c)
    await sign(c, 'Eve')
    await load(c, 1, 'S2')
    await drained(c)
    await same(c)
    const tray = await work(c).outbox.trayOf('U1')
    expect(tray.map((t) => [t.seq, t.status, t.code])).toEqual([
      [1, 'rejected', 'bol-already-signed'],
      [2, 'parked', 'behind-refused'],
    ])
    expect(tray[0]?.row).toEqual({ id: 'S1', signedBy: 'Bob' })
    expect((await shipment(c, 'S2'))?.loadedPallets).toBe(1)
    expect((await shipment(c))?.state).toBe('waiting')
    await world.until(() => c.work?.engine.status().attention === 2)

    await discard(tray[0] as TrayItem, c)
    delete world.server.handlers['DockView/GetSaveSignature']
    const item = tray[1] as TrayItem & { op: 'DockView/GetSaveSignature' }
    const again = await sendAgain(item, { ...signature, SignedBy: 'Bob' }, c)
    expect(again.replaces).toBe(2)
    world.server.parked.clear()
    await drained(c)
    expect(await ledger(c)).toEqual({ recorded: 5, settled: 5, waiting: 0, tray: 0 })
  })

  it('a fault is tried again without a new write', async () => {
    const c = await ready()
    let faults = 0
    const good = world.server.handlers['DockView/LoadPallet']
    world.server.handlers['DockView/LoadPallet'] = (args, m) => {
      if (args.PalletId === 'S1P1' && faults++ < 3) throw new Fault()
      good?.(args, m)
    }
    await load(c, 1)
    await load(c, 2)
    await drained(c)
    await same(c)
    expect(faults).toBe(4)
    expect(world.server.applied.map((a) => a.seq).sort()).toEqual([1, 2])
  })
})

describe('read your writes', () => {
  it('an action stays visible from the tap to the pulled row, without a moment in between', async () => {
    const c = await ready()
    const seen: unknown[] = []
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      seen.push((await shipment(c))?.loadedPallets)
      return res
    }
    await load(c, 1)
    await drained(c)
    seen.push((await shipment(c))?.loadedPallets)
    expect(new Set(seen)).toEqual(new Set([1]))
  })

  it('news from others goes under a guess, and the guess is made again on it', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    await sendFrom(c, 'DockView/NoteShort', { ShipmentId: 'S1', PalletId: 'S1P2', Pieces: 2, Note: 'throws in replay' })
    world.server.put('dock_shipment', { ...server('dock_shipment', 'S1'), loadedPallets: 10, door: '7' })
    world.server.put('dock_pallet', { ...server('dock_pallet', 'S1P2'), note: 'changed' })
    await world.until(async () => (await shipment(c))?.door === '7')
    expect(await shipment(c)).toMatchObject({ loadedPallets: 11, state: 'loading' })
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded') // the same action's other row was not counted twice
    expect(await pallet(c, 'S1P2')).toMatchObject({ state: 'short', note: 'throws in replay' }) // a throwing replay keeps what was shown
    device.link = (next) => next
    await drained(c)
    await same(c)
  })

  it('many guesses are made again on one row that the server changed', async () => {
    world.stock('S2', 80)
    const c = await ready()
    device.link = () => () => Promise.reject(new TypeError('offline'))
    for (let n = 1; n <= 80; n++) await load(c, n, 'S2')
    world.server.patch('dock_shipment', 'S2', { door: '7' })
    const effect = work(c).cache.effects.get('DockView/LoadPallet')
    if (!effect) throw new Error('no effect')
    const { run } = effect
    let outside = 0
    effect.run = (...made) => {
      if (!Dexie.currentTransaction) outside++
      return run(...made)
    }
    let pushes = true // only the pull gets through: all guesses still stand when the row comes
    device.link = (fetch) => (input, init) => (pushes && isPush(input) ? Promise.reject(new TypeError('offline')) : fetch(input, init))
    work(c).engine.nudge('online')
    await world.until(async () => (await shipment(c, 'S2'))?.door === '7')
    expect((await shipment(c, 'S2'))?.loadedPallets).toBe(80)
    effect.run = run
    expect(outside).toBe(0) // what is written outside the transaction can be half of it
    pushes = false
    work(c).engine.nudge('online')
    await drained(c)
    await same(c)
  })

  it('a row that moves away stays while work on it is unsent', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await sign(c)
    world.server.put('dock_shipment', server('dock_shipment', 'S1'), ['wh:DAL'])
    world.server.delete('dock_pallet', 'S1P3')
    await world.until(async () => (await pallet(c, 'S1P3')) === undefined)
    expect((await shipment(c))?.signedBy).toBe('Ada')
    device.link = (next) => next
    await drained(c)
    expect(await shipment(c)).toBeUndefined()
  })
})

describe('loading', () => {
  it('shows the pages of a first load as they come and resumes where it was cut', async () => {
    world.stock('S2', 40)
    world.server.loadPage = 10
    let pages = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull' && ++pages === 4) throw new TypeError('gone')
      return next(path, init)
    }
    const c = await device.signedIn()
    await world.until(async () => (await work(c).cache.state()).loading.length > 0)
    expect(await work(c).cache.db.dock_pallet.count()).toBeGreaterThan(0)
    await world.until(async () => (await work(c).cache.state()).complete)
    await same(c)
    expect(world.server.pulls.filter((p) => p.cursor === '')).toHaveLength(1)
  })

  it('a catch-up of several pages is one moment', async () => {
    const c = await ready()
    world.server.loadPage = 5
    for (let i = 0; i < 22; i++) world.server.put('dock_shipment', { id: `N${i}`, loadedPallets: 0 })
    const counts = new Set<number>()
    let cut = 0
    device.link = (next) => async (path, init) => {
      if (path === '/api/sync/pull') {
        counts.add(await work(c).cache.db.dock_shipment.count())
        if (++cut === 4) throw new TypeError('gone') // staged pages are kept across a failure
      }
      return next(path, init)
    }
    await world.until(async () => (await work(c).cache.db.dock_shipment.count()) === 23)
    expect([...counts]).toEqual([1])
    await same(c)
  })

  it('a dropped scope leaves', async () => {
    world.server.scopes = ['org', 'wh:ATL', 'wh:DAL']
    world.server.put('dock_shipment', { id: 'D1', warehouse: 'DAL' }, ['wh:DAL'])
    world.server.put('dock_shipment', { id: 'B1' }, ['wh:DAL', 'wh:ATL'])
    const c = await ready()
    expect(await shipment(c, 'D1')).toBeDefined()
    world.server.scopes = ['org', 'wh:ATL']
    await world.until(async () => (await shipment(c, 'D1')) === undefined)
    expect((await shipment(c, 'B1'))?.scopes).toEqual(['wh:ATL'])
    expect(await shipment(c)).toBeDefined()
  })

  it('a divergence is cured by a fresh load, which loses no work', async () => {
    const c = await ready()
    await world.pass(11 * 60_000, 5_000)
    await work(c).cache.db.dock_pallet.delete('S1P2')
    await work(c).cache.db.dock_pallet.put({ id: 'GHOST', version: 1, scopes: ['wh:ATL'] } as never)
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    await world.until(async () => (await pallet(c, 'S1P2')) !== undefined && (await pallet(c, 'GHOST')) === undefined, 25 * 60_000, 2_000)
    expect((await pallet(c, 'S1P1'))?.state).toBe('loaded')
    device.link = (next) => next
    await drained(c)
    await same(c)
  })

  it('tells the server what it really holds, in step or not', async () => {
    const c = await ready()
    const told: { epoch: string; version: number; digest: Record<string, string> }[] = []
    device.link = (next) => async (path, init) => {
      const { holds } = path === '/api/sync/status' ? (JSON.parse(String(init?.body)) as { holds: (typeof told)[number] | null }) : {}
      if (holds) told.push(holds)
      return next(path, init)
    }
    await world.until(() => told.length > 0)
    expect(told[0]).toEqual({ epoch: 'E1', version: world.server.version, digest: world.server.digest() })
    await world.pass(2 * 60_000, 5_000)
    expect(told).toHaveLength(1) // once for each count
    await work(c).cache.db.dock_pallet.delete('S1P2')
    await world.until(() => told.length > 1, 15 * 60_000, 2_000)
    expect(told[1]?.digest['wh:ATL']).not.toBe(world.server.digest()['wh:ATL'])
    await world.until(async () => (await pallet(c, 'S1P2')) !== undefined, 60_000)
  })

  it('an app that is older than the server keeps what it does not know of a row, and passes over tables it does not have', async () => {
    const c = await ready()
    world.server.put('dock_shipment', { ...server('dock_shipment', 'S1'), reefer: { setPoint: -18 } })
    world.server.put('dock_drone', { id: 'D1', battery: 80 })
    await world.until(async () => 'reefer' in ((await shipment(c)) ?? {}))
    await load(c, 1) // our own effect goes on top of it
    expect(await shipment(c)).toMatchObject({ loadedPallets: 1, reefer: { setPoint: -18 } })
    await drained(c)
    expect(await shipment(c)).toMatchObject({ loadedPallets: 1, reefer: { setPoint: -18 } })
  })

  it('an app that is too old may still send', async () => {
    const c = await ready()
    world.server.minSchema = 99
    await load(c, 1)
    await world.until(() => world.server.applied.length === 1)
    await world.until(() => c.work?.engine.status().update === true)
  })
})

describe('a server from a backup', () => {
  it('gets again what it has lost, settled or not', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    world.server.backup()
    await load(c, 2)
    await drained(c)
    world.server.restore('E2')
    expect(world.server.get('dock_shipment', 'S1')?.loadedPallets).toBe(1)
    await load(c, 3)
    await world.until(() => world.server.get('dock_shipment', 'S1')?.loadedPallets === 3)
    await drained(c)
    await same(c)
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('is not mistaken for its earlier life by an answer that comes late', async () => {
    world.server.replicate = false
    const c = await ready()
    world.server.backup()
    await load(c, 1)
    await drained(c)
    let thaw: (() => void) | undefined
    device.link = (next) => async (path, init) => {
      const res = await next(path, init)
      if (path === '/api/sync/pull' && !thaw)
        await new Promise<void>((r) => {
          thaw = r
        })
      return res
    }
    work(c).engine.nudge('manual')
    await world.until(() => thaw !== undefined)
    world.server.restore('E2')
    world.server.replicate = true
    world.server.handlers['DockView/LoadPallet'] = () => {
      throw new Refusal('closed')
    }
    await load(c, 2)
    await world.until(async () => (await ledger(c)).tray === 2)
    const pulls = world.server.pulls.length
    thaw?.() // of a life in which the first was applied and nothing waits for a person
    await world.until(() => world.server.pulls.length > pulls + 1)
    await world.until(async () => (await work(c).cache.state()).epoch === 'E2')
    expect((await work(c).outbox.queue()).epoch).toBe('E2')
    expect(await ledger(c)).toEqual({ recorded: 2, settled: 2, waiting: 0, tray: 2 })
    expect(c.work?.engine.diagnostics().filter((n) => n.what === 'new-epoch')).toHaveLength(1)
  })

  it('is told of a gap in its numbers and gets what is missing', async () => {
    world.server.replicate = false
    const c = await ready()
    await load(c, 1)
    await drained(c)
    world.server.backup()
    await load(c, 2)
    await drained(c)
    world.server.restore('E1') // a restore that forgot to begin a new epoch
    await load(c, 3)
    await world.until(async () => world.server.get('dock_shipment', 'S1')?.loadedPallets === 3 && (await ledger(c)).waiting === 0)
  })
})

describe('identity', () => {
  it('a cloned device gets a new name, and nothing is skipped or done twice', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    await load(c, 1)
    const { outbox } = work(c)
    // The copy: the same identity, the same first action, then one of its own.
    const me = await outbox.device()
    const twin = await import('./canonical')
    const [first] = await outbox.nextBatch(1)
    const other = { ...(first as Mutation), seq: 2, id: 'TWIN', args: { ShipmentId: 'S1', PalletId: 'S1P3', Lpn: '' } }
    other.sig = await twin.sign(crypto.subtle, me.keys.privateKey, twin.signedText(other))
    device.link = (next) => next
    const token = await c.session.accessToken()
    await world.server.fetch('/api/sync/push', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        device: me.id,
        mutations: [first, other].map((m) => ({
          ...m,
          state: undefined,
          outcome: undefined,
          settledAt: undefined,
          n: undefined,
        })),
      }),
    })
    expect(world.server.applied).toHaveLength(2)
    await load(c, 2)
    await sign(c)
    await drained(c)
    await same(c)
    expect((await outbox.queue()).device).not.toBe(me.id)
    expect(world.server.applied).toHaveLength(4)
    expect(world.server.get('dock_shipment', 'S1')).toMatchObject({ loadedPallets: 3, state: 'signed' })
    expect(await ledger(c)).toEqual({ recorded: 3, settled: 3, waiting: 0, tray: 0 })
  })

  it('a device that the server has forgotten enrols again', async () => {
    const c = await ready()
    world.server.devices.clear()
    await load(c, 1)
    await drained(c)
    expect(world.server.applied).toHaveLength(1)
  })

  it('an ended session stops the network alone', async () => {
    const c = await ready()
    world.server.endSessions()
    world.server.endCookie()
    await load(c, 1)
    await world.until(() => c.session.expired)
    // The device's own token carries the work out all the same.
    await world.until(() => world.server.applied.length === 1)
    await load(c, 2)
    expect((await shipment(c))?.loadedPallets).toBe(2)
    await world.until(() => c.work?.engine.status().state === 'signed-out')
    await c.session.signIn('dock@demo.test', 'lading-demo')
    await drained(c)
    await same(c)
  })

  it('a token that the server has refused is not handed from tab to tab for ever', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.until(() => a.work?.engine.leads === true)
    const heard = b.session.accessToken()
    await world.pass(1_000, 100)
    expect(await heard).toBe(await a.session.accessToken()) // both hold it
    world.server.endSessions() // signed out everywhere; the cookie still opens the next session
    await load(a, 1)
    await drained(a)
    expect(a.work?.engine.status().state).toBe('polling')
    world.server.endSessions()
    world.server.endCookie()
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(() => [a, b].every((c) => c.work?.engine.status().state === 'signed-out'))
    expect(a.session.expired && b.session.expired).toBe(true)
    await load(b, 2)
    await world.until(() => world.server.applied.length === 2) // under the device's own token
  })

  it('a session that ends before the server has heard of the device is not taken for a network that is away', async () => {
    let down = true
    device.link = (next) => async (path, init) => {
      if (down && path === '/api/sync/enrol') throw new TypeError('down')
      return next(path, init)
    }
    const c = await device.signedIn()
    await load(c, 1)
    await world.until(() => c.work?.engine.status().state === 'offline')
    world.server.endSessions()
    world.server.endCookie()
    down = false
    await world.until(() => c.work?.engine.status().state === 'signed-out', 180_000)
    await world.pass(120_000, 2_000)
    expect(c.work?.engine.status().state).toBe('signed-out')
    await c.session.signIn('dock@demo.test', 'lading-demo')
    await drained(c)
    await same(c)
  })

  it('an ended session shows in every tab, whatever the device goes on doing under its own token', async () => {
    const a = await ready()
    await world.until(() => a.work?.engine.leads === true)
    world.server.endSessions()
    world.server.endCookie()
    await load(a, 1)
    await world.until(() => a.work?.engine.status().state === 'signed-out')
    const b = await device.tab() // opened when the session had ended already: nobody has told it
    await world.until(() => b.work?.engine.status().state === 'signed-out')
    const states = new Set<string>()
    for (let i = 0; i < 90; i++) {
      await world.pass(2_000)
      for (const c of [a, b]) states.add(c.work?.engine.status().state ?? '')
    }
    expect(world.server.applied).toHaveLength(1)
    expect([...states]).toEqual(['signed-out'])
    await b.session.signIn('dock@demo.test', 'lading-demo')
    await world.until(() => [a, b].every((c) => c.work?.engine.status().state === 'polling'))
    await drained(a)
    await same(a)
  })

  it('the next person on the tablet sends the work of the last one under its author', async () => {
    const c = await ready()
    device.link = (next) => async (path, init) => {
      if (isPush(path)) throw new TypeError('down')
      return next(path, init)
    }
    await load(c, 1)
    const one = work(c)
    await c.session.signIn('dock2@demo.test', 'lading-demo')
    await c.follow()
    expect(work(c)).not.toBe(one)
    await world.until(async () => (await work(c).cache.state()).complete)
    expect((await pallet(c, 'S1P1'))?.state).toBe('staged') // not theirs to see before the server says so
    await load(c, 2)
    device.link = (next) => next
    await drained(c)
    await same(c)
    expect(world.server.applied).toHaveLength(2)
    expect(await ledger(c)).toEqual({ recorded: 2, settled: 2, waiting: 0, tray: 0 })
  })
})

describe('tabs and crashes', () => {
  it('a tab that dies between the outbox and the cache shows the action when it is back', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    await work(c).outbox.append({
      op: 'DockView/LoadPallet',
      args: { ShipmentId: 'S1', PalletId: 'S1P1', Lpn: '' },
      subjects: ['shipment:S1'],
      user: 'U1',
    })
    expect((await shipment(c))?.loadedPallets).toBe(0)
    device.crash()
    const back = await device.tab()
    await world.until(async () => (await shipment(back))?.loadedPallets === 1)
    device.link = (next) => next
    await drained(back)
    await same(back)
  })

  it('an outcome that the cache did not hear of is made up for', async () => {
    const c = await ready()
    device.link = () => async () => {
      throw new TypeError('down')
    }
    world.server.handlers['DockView/GetSaveSignature'] = () => {
      throw new Refusal('no')
    }
    const m = await sign(c)
    const { outbox } = work(c)
    await outbox.settle((await outbox.queue()).fence, m.device, [{ seq: m.seq, status: 'rejected', code: 'no' }])
    expect((await shipment(c))?.state).toBe('signed')
    device.crash()
    const back = await device.tab()
    await world.until(async () => (await shipment(back))?.state === 'waiting')
  })

  it('a second tab writes, the first one sends', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.until(() => a.work?.engine.leads === true)
    expect(b.work?.engine.leads).toBe(false)
    await Promise.all([load(a, 1), load(b, 2), load(a, 3)])
    await drained(b)
    await same(b)
    expect(world.server.applied.map((x) => x.seq)).toEqual([1, 2, 3])
    await world.until(() => b.work?.engine.status().waiting === 0)
    expect(b.work?.engine.status().state).toBe('polling')
  })

  it('a closed leader is followed at once', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.breathe()
    await a.stop()
    await world.until(() => b.work?.engine.leads === true, 2_000)
    await load(b, 1)
    await drained(b)
  })

  it('a frozen leader is replaced within seven seconds, and fenced when it thaws', async () => {
    const a = await ready()
    let thaw: (() => void) | undefined
    device.link = (next) => async (path, init) => {
      if (isPush(path) && !thaw) {
        // The old leader's request is answered long after it has lost the lead.
        const res = await next(path, init)
        await new Promise<void>((r) => {
          thaw = r
        })
        return res
      }
      return next(path, init)
    }
    await load(a, 1)
    await world.until(() => thaw !== undefined)
    const engine = work(a).engine as unknown as { leader: { beat: () => Promise<void> }; tick: () => void }
    engine.leader.beat = async () => {} // frozen: no heartbeat, no timers
    engine.tick = () => {}
    const b = await device.tab()
    const from = world.clock.now()
    await world.until(() => b.work?.engine.leads === true, 20_000)
    expect(world.clock.now() - from).toBeLessThan(9_000)
    await drained(b)
    const { fence } = await work(b).outbox.queue()
    thaw?.()
    await world.breathe(30)
    expect((await work(b).outbox.queue()).fence).toBe(fence)
    expect(await ledger(b)).toEqual({ recorded: 1, settled: 1, waiting: 0, tray: 0 })
    await same(b)
  })

  it('one refresh serves all tabs', async () => {
    const a = await ready()
    const b = await device.tab()
    await world.breathe()
    world.clock.jump(601_000)
    world.server.refreshes = 0
    const got = Promise.all([a.session.accessToken(), b.session.accessToken(), a.session.accessToken()])
    let tokens: (string | null)[] = []
    got.then((t) => {
      tokens = t
    })
    await world.until(() => tokens.length > 0)
    expect(new Set(tokens).size).toBe(1)
    expect(world.server.refreshes).toBe(1)
  })

  it('a clock that is set back holds nothing up', async () => {
    const c = await ready()
    world.clock.jump(-86_400_000)
    await load(c, 1)
    await drained(c)
    await same(c)
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(async () => (await shipment(c, 'LATER')) !== undefined)
  })

  it('a clock that goes out and comes back between two ticks holds nothing up', async () => {
    const c = await ready()
    await world.pass(1_000)
    world.clock.jump(86_400_000)
    await load(c, 1)
    await drained(c) // with all new deadlines made while the clock is wrong
    world.clock.jump(-86_400_000)
    world.server.put('dock_shipment', { id: 'LATER', loadedPallets: 0 })
    await world.until(async () => (await shipment(c, 'LATER')) !== undefined) // nobody touched anything
    await same(c)
  })
})

describe('a long queue', () => {
  it('goes out in order, in bounded requests, and is seen to shrink', async () => {
    const c = await ready()
    const bodies: { bytes: number; seqs: number[] }[] = []
    let up = false
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      if (!up) throw new TypeError('down')
      const text = String(init?.body)
      bodies.push({
        bytes: new TextEncoder().encode(text).length,
        seqs: (JSON.parse(text) as { mutations: Mutation[] }).mutations.map((m) => m.seq),
      })
      await sleep(world.clock, 500) // long enough for a person to see what is left
      return next(path, init)
    }
    for (let i = 0; i < 1_000; i++) await sendFrom(c, 'DockView/StartLoading', { ShipmentId: 'S1', Door: `${i} ${'é'.repeat(i % 200)}` })
    await world.until(() => c.work?.engine.status().waiting === 1_000)
    const waiting: number[] = []
    work(c).engine.subscribe(() => waiting.push(work(c).engine.status().waiting))
    up = true
    await drained(c)
    expect(world.server.applied.map((a) => a.seq)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
    expect(bodies.flatMap((b) => b.seqs)).toEqual(world.server.applied.map((a) => a.seq)) // each was sent once
    expect(bodies.length).toBeLessThan(5) // what failed while there was no link at all made none of them smaller
    for (const { bytes } of bodies) expect(bytes).toBeLessThan(257 * 1024)
    expect(waiting.filter((n) => n > 0 && n < 1_000).length).toBeGreaterThan(0)
    expect(waiting).toEqual([...waiting].sort((a, b) => b - a))
  }, 60_000)
})

describe('pokes', () => {
  it('an inline change is taken where it fits, and pulled where it does not', async () => {
    const c = await ready()
    await world.breathe() // the pull that has just shown everything ends
    const engine = work(c).engine as unknown as { poked: (p: unknown) => Promise<void> }
    const { cursor, version } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    world.server.put('dock_shipment', { id: 'P', loadedPallets: 0 })
    const next = JSON.stringify({ ...JSON.parse(cursor), v: version + 1 })
    const page = {
      put: { dock_shipment: [{ id: 'P', loadedPallets: 0, version: version + 1, scopes: ['wh:ATL'] }] },
      cursor: next,
      more: false,
      epoch: 'E1',
      version: version + 1,
      settled: 0,
      replicated: 0,
    }
    await engine.poked({ version: version + 1, epoch: 'E1', from: cursor, page })
    expect(await shipment(c, 'P')).toBeDefined()
    expect(world.server.pulls).toHaveLength(pulls)
    world.server.put('dock_shipment', { id: 'Q', loadedPallets: 0 })
    await engine.poked({ version: version + 2, epoch: 'E1', from: 'elsewhere', page })
    await world.until(async () => (await shipment(c, 'Q')) !== undefined, 3_000)
  })

  it('one after the other are taken, though the second comes while the first is being written', async () => {
    const c = await ready()
    await world.breathe()
    const engine = work(c).engine as unknown as { poked: (p: unknown) => Promise<void> }
    const { cursor, version } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    const at = (v: number) => (v === version ? cursor : JSON.stringify({ ...JSON.parse(cursor), v }))
    const poke = (id: string, v: number) => {
      world.server.put('dock_shipment', { id, loadedPallets: 0 })
      const row = { id, loadedPallets: 0, version: v, scopes: ['wh:ATL'] }
      const page = { put: { dock_shipment: [row] }, cursor: at(v), more: false, epoch: 'E1', version: v, settled: 0, replicated: 0 }
      return engine.poked({ version: v, epoch: 'E1', from: at(v - 1), page })
    }
    await Promise.all([poke('P', version + 1), poke('Q', version + 2)])
    expect(await shipment(c, 'P')).toBeDefined()
    expect(await shipment(c, 'Q')).toBeDefined()
    expect(world.server.pulls).toHaveLength(pulls)
    await same(c)
  })

  it('with the rows of our own work, before its answer, leave nothing to be pulled or guessed', async () => {
    const c = await ready()
    await world.breathe()
    const engine = work(c).engine as unknown as { poked: (p: unknown) => Promise<void> }
    const { cursor } = await work(c).cache.state()
    const pulls = world.server.pulls.length
    device.link = (next) => async (path, init) => {
      const answer = await next(path, init)
      if (!isPush(path)) return answer
      const { version } = world.server
      const put = { dock_shipment: [server('dock_shipment', 'S1')], dock_pallet: [server('dock_pallet', 'S1P1')] }
      const page = {
        put,
        cursor: JSON.stringify({ ...JSON.parse(cursor), v: version }),
        more: false,
        epoch: 'E1',
        version,
        settled: 1,
        replicated: 1,
      }
      await engine.poked({ version, epoch: 'E1', from: cursor, page })
      return answer
    }
    await load(c, 1)
    await drained(c)
    await world.pass(5_000)
    expect(world.server.pulls).toHaveLength(pulls)
    expect(await work(c).outbox.db.mutations.count()).toBe(0)
    await same(c)
  })

  it('spare the pull of what has come by itself, and no other', async () => {
    const c = await ready()
    await world.breathe()
    const engine = work(c).engine as unknown as { nudge: (reason: string, news?: unknown) => void }
    const { version } = await work(c).cache.state()
    const pulls = () => world.server.pulls.length
    const before = pulls()
    engine.nudge('poke', { epoch: 'E1', version }) // shown already
    await world.pass(5_000)
    expect(pulls()).toBe(before)
    engine.nudge('poke', { epoch: 'E1', version: version + 1 }) // not shown
    await world.pass(5_000)
    expect(pulls()).toBe(before + 1)
    engine.nudge('poke', { epoch: 'E1', version })
    engine.nudge('poke') // nobody says of what
    await world.pass(5_000)
    expect(pulls()).toBe(before + 2)
    engine.nudge('poke', { epoch: 'E1', version })
    await world.pass(70_000) // the plain look comes all the same
    expect(pulls()).toBe(before + 3)
  })

  it.each([
    { push: 2_000, pullsMeanwhile: 0 },
    { push: 10_000, pullsMeanwhile: 1 },
  ])('wait for a push of $push ms that is under way, but not for ever', async ({ push, pullsMeanwhile }) => {
    const c = await ready()
    await world.pass(1_000)
    let meanwhile: number | undefined
    device.link = (next) => async (path, init) => {
      if (!isPush(path)) return next(path, init)
      const pulls = world.server.pulls.length
      work(c).engine.nudge('poke') // of another's work
      await sleep(world.clock, push)
      meanwhile = world.server.pulls.length - pulls
      return next(path, init)
    }
    await load(c, 1)
    world.server.put('dock_shipment', { id: 'THEIRS', loadedPallets: 0 })
    await drained(c)
    expect(meanwhile).toBe(pullsMeanwhile)
    expect(await shipment(c, 'THEIRS')).toBeDefined()
    await same(c)
  })
})

it('says so where nobody has started the client', () => {
  expect(() => working()).toThrow('not been started')
})
