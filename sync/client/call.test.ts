import { gunzipSync, gzipSync } from 'node:zlib'
import type { HubConnection } from '@microsoft/signalr'
import { afterEach, expect, it } from 'vitest'
import { ask, CallError, callFrom, NoContact, watchCommands } from './call'
import { drainOutbox } from './drain'
import { Live } from './live'
import { subjectsOf } from './ops'
import { outboxNames } from './outboxNames'
import { sendFrom } from './send'
import { World } from './testing/world'

let world: World
afterEach(() => world.close())

async function start() {
  world = new World()
  world.stock()
  const device = world.device()
  return { device, client: await device.signedIn() }
}

it('calls, refreshes a refused token once, and answers offline with what it heard last', async () => {
  const { device, client } = await start()
  expect(await callFrom(client, 'DockView/GetShipmentList', {})).toHaveLength(1)
  world.server.signIns.endSessions()
  let list: unknown
  callFrom(client, 'DockView/GetShipmentList', {}).then((v) => {
    list = v
  })
  await world.until(() => list !== undefined)
  await world.breathe()
  device.link = () => async () => {
    throw new TypeError('down')
  }
  await expect(callFrom(client, 'DockView/GetShipmentList', {})).rejects.toThrow(NoContact)
  const kept = await ask('DockView/GetShipmentList', {}, {}, client)
  expect(kept.stale).toBe(true)
  expect(kept.value).toHaveLength(1)
})

it('tells of each command that the server did, and of nothing else', async () => {
  const { device, client } = await start()
  const told: string[] = []
  const stop = watchCommands((op) => told.push(op))
  device.link = () => async () => new Response('{}', { status: 200, headers: { 'Content-Type': 'application/json' } })
  await callFrom(client, 'Rating/Terminals', undefined)
  await callFrom(client, 'Rating/DeleteTerminal', { TerminalId: 'a' })
  device.link = () => async () =>
    new Response('{"code":"no-right"}', { status: 403, headers: { 'Content-Type': 'application/problem+json' } })
  await expect(callFrom(client, 'Rating/DeleteTerminal', { TerminalId: 'b' })).rejects.toThrow(CallError)
  stop()
  expect(told).toEqual(['Rating/DeleteTerminal'])
})

it('says why the server refused', async () => {
  const { device, client } = await start()
  device.link = () => async () =>
    new Response(
      JSON.stringify({ status: 422, code: 'invalid-fields', errors: [{ field: 'Weight', message: 'Too heavy' }], params: { max: 5 } }),
      {
        status: 422,
        headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
      },
    )
  const err = await callFrom(client, 'DockView/GetShipmentList', {}).catch((e: unknown) => e)
  expect(err).toBeInstanceOf(CallError)
  expect(err).toMatchObject({
    status: 422,
    code: 'invalid-fields',
    params: { max: 5 },
    errors: [{ field: 'Weight', message: 'Too heavy' }],
  })
})

it('derives subjects from the declaration', () => {
  expect(subjectsOf('DockView/UnloadPallet', { ShipmentId: 'S1', PalletId: 'P' })).toEqual(['pallet:P'])
  expect(subjectsOf('Sync/Discard', { Seq: 3 })).toEqual(['tray:3'])
})

it('signing out keeps unsent work, and the device sends it without anybody', async () => {
  const { device, client } = await start()
  await world.until(async () => (await client.work?.cache.state())?.complete === true)
  device.link = () => async () => {
    throw new TypeError('down')
  }
  await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1', Lpn: '' })
  expect(await client.unsent()).toBe(1)
  await client.signOut()
  expect(client.work).toBeUndefined()
  const names = (await device.disk.databases()).map((d) => d.name)
  expect(names).not.toContain('lading-cache-1-U1')
  expect(await outboxNames(client.env)).toEqual(['lading-outbox-1'])
  device.link = (next) => next
  expect(await drainOutbox(client.env, client.session, 'lading-outbox-1')).toBe(0)
  expect(world.server.applied).toHaveLength(1)
})

it('the socket comes back for ever, with jitter', async () => {
  const { client } = await start()
  const events: string[] = []
  let close: (() => void) | undefined
  let refuse = 3
  const live = new Live({
    env: client.env,
    device: async () => 'D1',
    ticket: async () => 't',
    onPoke: (poke) => events.push(`poke ${poke.version}`),
    onChange: (connected) => events.push(connected ? 'open' : 'closed'),
    connect: async (url, ticket) => {
      expect(url).toBe('/hub?guid=D1')
      expect(await ticket()).toBe('t')
      const handlers = new Map<string, (...args: unknown[]) => void>()
      // The six methods that Live uses of the real one.
      return {
        on: (name: string, fn: (...args: unknown[]) => void) => handlers.set(name, fn),
        onclose: (fn: () => void) => {
          close = fn
        },
        start: async () => {
          if (refuse-- > 0) throw new Error('refused')
          setImmediate(() => handlers.get('SyncPoke')?.({ version: 7, epoch: 'E' }))
        },
        stop: async () => {},
      } as unknown as HubConnection
    },
  })
  live.start()
  await world.until(() => live.connected)
  await world.breathe()
  expect(events).toEqual(['closed', 'open', 'poke 7']) // the first that does not open is an occasion to look for the server, later ones are not
  close?.()
  expect(live.connected).toBe(false)
  await world.until(() => live.connected)
  await world.breathe()
  live.stop()
  expect(events).toEqual(['closed', 'open', 'poke 7', 'closed', 'open', 'poke 7', 'closed'])
})

it('packs what is long, and sends it as it is to a server that does not take that', async () => {
  const { device, client } = await start()
  const heard: { encoding: string | null; text: string }[] = []
  let takes = true
  device.link = (next) => async (path, init) => {
    if (!path.startsWith('/api/sync/push')) return next(path, init)
    const encoding = new Headers(init?.headers).get('Content-Encoding')
    const text = encoding ? gunzipSync(init?.body as Uint8Array<ArrayBuffer>).toString() : String(init?.body)
    heard.push({ encoding, text })
    if (encoding && !takes)
      return new Response(JSON.stringify({ status: 415, code: 'encoding-not-taken' }), {
        status: 415,
        headers: { 'Content-Type': 'application/problem+json' },
      })
    return next(path, { ...init, body: text })
  }
  client.env.pack = async (text) => new Uint8Array(gzipSync(text))
  const doors = async (from: number) => {
    for (let i = from; i < from + 5; i++) await sendFrom(client, 'DockView/StartLoading', { ShipmentId: 'S1', Door: `${i}`.padEnd(1_200) })
    await world.until(() => world.server.applied.length === from + 5)
  }
  await doors(0)
  expect(heard.some((h) => h.encoding === 'gzip')).toBe(true)
  takes = false
  await doors(5)
  expect(heard.filter((h) => h.encoding === 'gzip' && h.text === heard.at(-1)?.text).length).toBeLessThan(2)
  expect(heard.at(-1)?.encoding).toBe(null)
  expect(world.server.applied).toHaveLength(10)
})

it('sends a command whose answer was lost under the same key again, until it is answered', async () => {
  const { device, client } = await start()
  const keys: (string | null)[] = []
  const answers = [
    () => Promise.reject(new TypeError('lost')),
    async () => new Response('{}', { status: 500, headers: { 'Content-Type': 'application/json' } }),
    async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }),
  ]
  device.link = () => async (_path, request) => {
    keys.push(new Headers(request?.headers).get('Idempotency-Key'))
    return (answers.shift() ?? answersNothing)()
  }
  const answersNothing = () => Promise.reject(new TypeError('lost'))
  const ask = (id: string) => callFrom(client, 'Shipment/BuildShipment', { OrderIds: [id] }).catch(() => {})
  await ask('O1')
  await ask('O1')
  await ask('O1') // answered
  await ask('O1')
  await ask('O2')
  expect(keys[0]).toBeTruthy()
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(new Set(keys).size).toBe(3)
})

it('knows a command again however long its try took, as in a tab that was frozen, and whatever its clock was set to', async () => {
  const { device, client } = await start()
  const keys: (string | null)[] = []
  device.link = () => async (path, request) => {
    if (!path.includes('BuildShipment')) throw new TypeError('lost')
    keys.push(new Headers(request?.headers).get('Idempotency-Key'))
    if (keys.length > 1) return new Response('{}', { headers: { 'Content-Type': 'application/json' } })
    await new Promise((then) => world.clock.setTimeout(() => then(undefined), 20 * 60_000))
    throw new TypeError('lost')
  }
  let over = false
  const ask = () => callFrom(client, 'Shipment/BuildShipment', { OrderIds: ['O1'] }, { timeout: 3_600_000 })
  ask().catch(() => {
    over = true
  })
  await world.pass(21 * 60_000, 60_000)
  expect(over).toBe(true)
  world.clock.jump(-3_600_000)
  await ask()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toBeTruthy()
})

it('tells a network that wants its own sign-in from none, whatever it answers with', async () => {
  const { device, client } = await start()
  const { engine } = client.work ?? {}
  await world.until(async () => (await client.work?.cache.state())?.complete === true)
  const answers = [
    () => new Response(null, { status: 302, headers: { Location: 'http://hotel.example/' } }),
    () => new Response('<html>sign in</html>', { headers: { 'Content-Type': 'text/html' } }),
    () => new Response('', { status: 511 }),
  ]
  for (const answer of answers) {
    device.link = () => async () => answer()
    await expect(callFrom(client, 'DockView/GetShipmentList', {})).rejects.toMatchObject({ name: 'NoContact', reason: 'not-ours' })
    engine?.nudge('manual')
    await world.until(() => engine?.status().portal === true && engine.status().state === 'offline')
    device.link = (next) => next
    engine?.nudge('online')
    await world.until(() => engine?.status().portal === false && engine.status().state !== 'offline')
  }
})

it('tells whether what waits is sent when a session has ended: under the device’s own token it is', async () => {
  const { client } = await start()
  const { engine, outbox } = client.work ?? {}
  await world.until(async () => (await client.work?.cache.state())?.complete === true)
  world.server.signIns.endSessions()
  world.server.signIns.endCookie()
  client.session.refused()
  await sendFrom(client, 'DockView/LoadPallet', { ShipmentId: 'S1', PalletId: 'S1P1', Lpn: '' })
  engine?.nudge('manual')
  await world.until(async () => engine?.status().state === 'signed-out' && (await outbox?.waitingCount()) === 0)
  expect(engine?.status().held).toBe(false)
  expect(world.server.applied).toHaveLength(1)
})
