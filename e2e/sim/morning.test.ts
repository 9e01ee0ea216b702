import { schema } from '@sync/gen/tables'
import { ulids } from '@sync/ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Enrolled } from '../kit/enrolled'
import { Server } from '../kit/server'

// Six in the morning after an outage: the server is back, and every tablet of a yard comes with what the outage has left in it. Each waits a
// random part of a minute by its own back-off; here they have half of one. How long a push takes then is told in the soak, where nothing runs
// beside it.
const soak = process.env.LADING_SOAK !== undefined
const tablets = soak ? 200 : 60
const each = 10
const within = soak ? 30_000 : 3_000
const bar = soak ? 2_000 : Number.POSITIVE_INFINITY
const ulid = ulids({ now: Date.now }, Math.random)
const server = new Server({ LADING_DEMO: '1' }) // as much as a yard has
beforeAll(() => server.start())
afterAll(() => server.remove())

interface Page {
  put: Record<string, { id: string; state: string; kind: string; data: { door?: string } }[]>
  cursor: string
  more: boolean
}

async function load(by: Enrolled, from = ''): Promise<{ put: Page['put']; cursor: string }> {
  const all: Page['put'] = {}
  let cursor = from
  for (let more = true; more; ) {
    const page = await by.call<Page>('sync/pull', { schema, cursor, warehouses: ['ATL'], limit: 2000 })
    for (const [entity, list] of Object.entries(page.put)) all[entity] = [...(all[entity] ?? []), ...list]
    cursor = page.cursor
    more = page.more
  }
  return { put: all, cursor }
}

it(`takes the night's work of ${tablets} tablets that come back together`, async () => {
  const enrol = (name: string) => Enrolled.new(() => server.url, 'dock@demo.test', ulid(), name)
  const reader = await enrol('reader')
  const { put, cursor } = await load(reader)
  const [shipment] = (put.dock_shipment ?? []).filter((s) => s.state === 'waiting')
  if (!shipment) throw new Error('nothing waits on the dock')
  const offered = new Set<string>()
  const queues: { tablet: Enrolled; mutations: object[] }[] = []
  for (let nth = 0; nth < tablets; nth++) {
    const tablet = await enrol(`tablet ${nth}`)
    const mutations: object[] = []
    for (let i = 0; i < each; i++) {
      const Door = `m${nth}-${i}`
      offered.add(Door)
      mutations.push(await tablet.mutation(ulid(), 'DockView/StartLoading', { ShipmentId: shipment.id, Door }, 'U-DOCK'))
    }
    queues.push({ tablet, mutations })
  }
  await server.stop('SIGKILL')
  await server.start()
  const took: number[] = []
  const began = Date.now()
  await Promise.all(
    queues.map(async ({ tablet, mutations }) => {
      await new Promise((r) => setTimeout(r, Math.random() * within))
      const asked = Date.now()
      const { results } = await tablet.call<{ results: { status: string }[] }>('sync/push', { epoch: '', mutations })
      took.push(Date.now() - asked)
      expect(results.map((r) => r.status)).toEqual(Array.from({ length: each }, () => 'applied'))
      await load(tablet, cursor)
    }),
  )
  const all = Date.now() - began
  took.sort((a, b) => a - b)
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? 0
  console.log(
    `${tablets} tablets, ${tablets * each} mutations: push p50 ${took[took.length / 2]} ms, p99 ${p99} ms; all up to date after ${all} ms`,
  )
  expect(p99).toBeLessThan(bar)
  const doors = ((await load(reader)).put.shipment_event ?? []).flatMap((e) =>
    e.kind === 'loading-started' && e.data.door?.startsWith('m') ? [e.data.door] : [],
  )
  expect(doors.length).toBe(offered.size) // once each
  expect(new Set(doors)).toEqual(offered)
}, 240_000)
