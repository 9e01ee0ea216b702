import { schema } from '@sync/gen/tables'
import { ulids } from '@sync/ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Enrolled } from '../kit/enrolled'
import { Server } from '../kit/server'

const kills = Number(process.env.LADING_KILLS ?? 20)
/** Every so many kills the data folder goes along. */
const loses = Number(process.env.LADING_LOSES ?? 10)
const writers = 4
const ulid = ulids({ now: Date.now }, Math.random)
const server = new Server()
beforeAll(() => server.start())
afterAll(() => server.remove())

interface Pushed {
  results: { seq: number; status: string }[]
}

interface Page {
  put: Record<string, Record<string, unknown>[]>
  cursor: string
  more: boolean
}

async function rows(entity: string, by: Enrolled): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for (let cursor = '', more = true; more; ) {
    const page: Page = await by.call<Page>('sync/pull', { schema, cursor, warehouses: [], limit: 2000 })
    all.push(...(page.put[entity] ?? []))
    cursor = page.cursor
    more = page.more
  }
  return all
}

async function until(fact: () => Promise<boolean>) {
  for (const deadline = Date.now() + 60_000; !(await fact()); ) {
    if (Date.now() > deadline) throw new Error('it does not come')
    await new Promise((r) => setTimeout(r, 20))
  }
}

it(
  `loses nothing that it acknowledged and does nothing twice, killed ${kills} times under load`,
  async () => {
    const enrol = (name: string) => Enrolled.new(() => server.url, 'dock@demo.test', ulid(), name)
    const reader = await enrol('reader')
    const tablets = await Promise.all(Array.from({ length: writers }, (_, nth) => enrol(`writer ${nth}`)))
    const shipments = (await rows('dock_shipment', reader)).filter((s) => s.state === 'waiting').map((s) => String(s.id))
    expect(shipments.length).toBeGreaterThan(0)
    const acknowledged = new Set<string>()
    const offered = new Set<string>()
    let over = false
    let held: Promise<void> | undefined // while nothing may be under way
    let busy = writers

    const writer = async (tablet: Enrolled, nth: number): Promise<void> => {
      for (let seq = 1; !over; ) {
        if (held) {
          busy--
          await held
          busy++
        }
        const batch: (Awaited<ReturnType<Enrolled['mutation']>> & { door: string })[] = []
        for (let i = 0; i < 1 + (seq % 5); i++) {
          const door = `w${nth}-${seq + i}` // each says who it is, so that its effect can be counted
          const args = { ShipmentId: shipments[(seq + i) % shipments.length] ?? '', Door: door }
          offered.add(door)
          batch.push({ ...(await tablet.mutation(ulid(), 'DockView/StartLoading', args, 'U-DOCK')), door })
        }
        for (;;) {
          try {
            const { results } = await tablet.call<Pushed>('sync/push', { epoch: '', mutations: batch.map(({ door: _, ...m }) => m) })
            expect(results.map((r) => r.status)).toEqual(batch.map(() => 'applied'))
            for (const { door } of batch) acknowledged.add(door)
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

    const work = Promise.all(tablets.map(writer))
    let slowest = 0
    let restored = 0
    let takenOver = 0
    // A real device keeps what the replica does not hold, and sends it again (see lives.test.ts). These writers forget what was acknowledged, so they wait for it.
    const whileReplicated = async (then: () => Promise<void>) => {
      let go = () => {}
      held = new Promise((r) => {
        go = r
      })
      const quiet = async () =>
        busy === 0 && ((await (await fetch(`${server.url}/readyz`)).json()) as { unreplicatedSeconds: number }).unreplicatedSeconds === 0
      await until(quiet)
      await then()
      held = undefined
      go()
    }
    for (let i = 1; i <= kills; i++) {
      await Promise.race([work, new Promise((r) => setTimeout(r, 150 + Math.random() * 500))])
      if (i % 20 === 0)
        await whileReplicated(async () => {
          const old = await server.takeOver()
          old.awake()
          setTimeout(() => old.end(), 300) // it goes on beside the new one for a moment
          takenOver++
        })
      else if (i % loses === 0)
        await whileReplicated(async () => {
          await server.lose()
          await server.start()
          restored++
        })
      else {
        await server.stop('SIGKILL')
        const began = Date.now()
        await server.start()
        slowest = Math.max(slowest, Date.now() - began)
      }
    }
    over = true
    await work
    const doors = new Map<string, number>()
    for (const e of await rows('shipment_event', reader)) {
      const { door = '' } = e.data as { door?: string }
      if (e.kind === 'loading-started' && door.startsWith('w')) doors.set(door, (doors.get(door) ?? 0) + 1)
    }
    expect([...acknowledged].filter((d) => !doors.has(d))).toEqual([])
    expect([...doors].filter(([, n]) => n > 1)).toEqual([])
    expect([...doors.keys()].filter((d) => !offered.has(d))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(kills)
    console.log(
      `${acknowledged.size} acknowledged over ${kills} kills, of which ${restored} took the data folder along and ${takenOver} put another server in its place; ready again within ${slowest} ms`,
    )
  },
  120_000 + kills * 6_000,
)
