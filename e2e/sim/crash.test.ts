import { sign, signedText } from '@sync/canonical'
import { schema } from '@sync/gen/tables'
import { ulids } from '@sync/ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Server } from '../kit/server'

const kills = Number(process.env.LADING_KILLS ?? 20)
const writers = 4
const ulid = ulids({ now: Date.now }, Math.random)
const server = new Server()
beforeAll(() => server.start())
afterAll(() => server.remove())

interface Pushed {
  results: { seq: number; status: string }[]
}

async function post<T>(path: string, token: string, body: unknown): Promise<T> {
  const r = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`)
  return (await r.json()) as T // the caller names the call's own answer
}

interface Page {
  put: Record<string, Record<string, unknown>[]>
  cursor: string
  more: boolean
}

async function rows(entity: string, token: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for (let cursor = '', more = true; more; ) {
    const page: Page = await post<Page>('sync/pull', token, { device: ulid(), schema, cursor, warehouses: [], limit: 2000 })
    all.push(...(page.put[entity] ?? []))
    cursor = page.cursor
    more = page.more
  }
  return all
}

it(
  `loses nothing that it acknowledged and does nothing twice, killed ${kills} times under load`,
  async () => {
    const token = await server.token('dock@demo.test')
    const shipments = (await rows('dock_shipment', token)).filter((s) => s.state === 'waiting').map((s) => String(s.id))
    expect(shipments.length).toBeGreaterThan(0)
    const acknowledged = new Set<string>()
    const offered = new Set<string>()
    let over = false

    const writer = async (nth: number): Promise<void> => {
      const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
      const device = ulid()
      let enrolled = false
      for (let seq = 1; !over; ) {
        const batch = await Promise.all(
          Array.from({ length: 1 + (seq % 5) }, async (_, i) => {
            const door = `w${nth}-${seq + i}` // each says who it is, so that its effect can be counted
            const m = {
              id: ulid(),
              device,
              seq: seq + i,
              op: 'DockView/StartLoading',
              args: { ShipmentId: shipments[(seq + i) % shipments.length] ?? '', Door: door },
              subjects: [],
              at: new Date().toISOString(),
              atRaw: new Date().toISOString(),
              user: 'U-DOCK',
              replaces: null,
            }
            offered.add(door)
            return { ...m, sig: await sign(crypto.subtle, keys.privateKey, signedText(m)) }
          }),
        )
        for (;;) {
          try {
            if (!enrolled) await post('sync/enrol', token, { device, publicKey: { kty, crv, x, y }, name: `writer ${nth}` })
            enrolled = true
            const { results } = await post<Pushed>('sync/push', token, { device, epoch: '', mutations: batch })
            expect(results.map((r) => r.status)).toEqual(batch.map(() => 'applied'))
            for (const m of batch) acknowledged.add(m.args.Door)
            break
          } catch (err) {
            if (!(err instanceof TypeError)) throw err // only a dead server is no answer
            if (over) return
            await new Promise((r) => setTimeout(r, 20))
          }
        }
        seq += batch.length
      }
    }

    const work = Promise.all(Array.from({ length: writers }, (_, i) => writer(i)))
    let slowest = 0
    for (let i = 0; i < kills; i++) {
      await Promise.race([work, new Promise((r) => setTimeout(r, 150 + Math.random() * 500))])
      await server.stop('SIGKILL')
      const began = Date.now()
      await server.start()
      slowest = Math.max(slowest, Date.now() - began)
    }
    over = true
    await work
    const doors = new Map<string, number>()
    for (const e of await rows('shipment_event', token)) {
      const { door = '' } = e.data as { door?: string }
      if (e.kind === 'loading-started' && door.startsWith('w')) doors.set(door, (doors.get(door) ?? 0) + 1)
    }
    expect([...acknowledged].filter((d) => !doors.has(d))).toEqual([])
    expect([...doors].filter(([, n]) => n > 1)).toEqual([])
    expect([...doors.keys()].filter((d) => !offered.has(d))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(kills)
    console.log(`${acknowledged.size} acknowledged over ${kills} kills, ready again within ${slowest} ms`)
  },
  120_000 + kills * 6_000,
)
