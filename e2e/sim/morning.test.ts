import { sign, signedText } from '@sync/canonical'
import { schema } from '@sync/gen/tables'
import { ulids } from '@sync/ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Server } from '../kit/server'

// Six in the morning after an outage: the server is back, and every tablet of a yard comes with what the outage has left in it. Each waits a
// random part of a minute by its own back-off; here they have half of one.
const tablets = 200
const each = 10
const within = 30_000
const bar = 2_000
const ulid = ulids({ now: Date.now }, Math.random)
const server = new Server({ LADING_DEMO: '1' }) // as much as a yard has
beforeAll(() => server.start())
afterAll(() => server.remove())

async function post<T>(path: string, token: string, body: unknown): Promise<T> {
  const r = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`)
  return (await r.json()) as T // the caller names the call's own answer
}

interface Page {
  put: Record<string, { id: string; state: string; kind: string; data: { door?: string } }[]>
  cursor: string
  more: boolean
}

async function load(token: string, device: string, from = ''): Promise<{ put: Page['put']; cursor: string }> {
  const all: Page['put'] = {}
  let cursor = from
  for (let more = true; more; ) {
    const page = await post<Page>('sync/pull', token, { device, schema, cursor, warehouses: ['ATL'], limit: 2000 })
    for (const [entity, list] of Object.entries(page.put)) all[entity] = [...(all[entity] ?? []), ...list]
    cursor = page.cursor
    more = page.more
  }
  return { put: all, cursor }
}

it(`takes the night's work of ${tablets} tablets that come back together, each push within ${bar / 1000} s`, async () => {
  let token = await server.token('dock@demo.test')
  const { put, cursor } = await load(token, ulid())
  const [shipment] = (put.dock_shipment ?? []).filter((s) => s.state === 'waiting')
  if (!shipment) throw new Error('nothing waits on the dock')
  const offered = new Set<string>()
  const queues: { device: string; body: string }[] = []
  for (let nth = 0; nth < tablets; nth++) {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
    const device = ulid()
    await post('sync/enrol', token, { device, publicKey: { kty, crv, x, y }, name: `tablet ${nth}` })
    const mutations = await Promise.all(
      Array.from({ length: each }, async (_, i) => {
        const now = new Date().toISOString()
        const Door = `m${nth}-${i}`
        offered.add(Door)
        const args = { ShipmentId: shipment.id, Door }
        const m = {
          id: ulid(),
          device,
          seq: i + 1,
          op: 'DockView/StartLoading',
          args,
          subjects: [],
          at: now,
          atRaw: now,
          user: 'U-DOCK',
          replaces: null,
        }
        return { ...m, sig: await sign(crypto.subtle, keys.privateKey, signedText(m)) }
      }),
    )
    queues.push({ device, body: JSON.stringify({ device, epoch: '', mutations }) })
  }
  await server.stop('SIGKILL')
  await server.start()
  token = await server.token('dock@demo.test')
  const took: number[] = []
  const began = Date.now()
  await Promise.all(
    queues.map(async ({ device, body }) => {
      await new Promise((r) => setTimeout(r, Math.random() * within))
      const asked = Date.now()
      const { results } = await post<{ results: { status: string }[] }>('sync/push', token, body)
      took.push(Date.now() - asked)
      expect(results.map((r) => r.status)).toEqual(Array.from({ length: each }, () => 'applied'))
      await load(token, device, cursor)
    }),
  )
  const all = Date.now() - began
  took.sort((a, b) => a - b)
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? 0
  console.log(
    `${tablets} tablets, ${tablets * each} mutations: push p50 ${took[took.length / 2]} ms, p99 ${p99} ms; all up to date after ${all} ms`,
  )
  expect(p99).toBeLessThan(bar)
  const doors = ((await load(token, ulid())).put.shipment_event ?? []).flatMap((e) =>
    e.kind === 'loading-started' && e.data.door?.startsWith('m') ? [e.data.door] : [],
  )
  expect(doors.length).toBe(offered.size) // once each
  expect(new Set(doors)).toEqual(offered)
}, 120_000)
