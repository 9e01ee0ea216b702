import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Sum } from './digest'
import type { Row } from './testing/rows'
import { Told } from './testing/told'

/** One thing that happens, and what must come of it. The same stories are told to the real server: sync/push/stories_test.go says how a step is read. */
interface Step {
  push?: string[]
  under?: string
  trouble?: string[]
  lost?: string[]
  epoch?: string
  times?: number
  results?: string
  codes?: string[]
  settled?: number
  tray?: number[]
  error?: string
  params?: Record<string, unknown>
  sites?: Record<string, string>
  pull?: string
  cursor?: string
  schema?: number
  limit?: number
  whs?: string[]
  former?: string[]
  put?: string[]
  gone?: string[]
  drop?: string[]
  loading?: string[]
  more?: boolean
  applied?: number[]
  dealt?: string[]
  enrol?: string
  inherits?: string
  office?: string[]
  settle?: string
  sees?: string[]
  disable?: string
  sweep?: boolean
  backup?: boolean
  restore?: boolean
}

type Body = Record<string, unknown>
type HeldRow = Row & { name: string; version: number; scopes: string[] }

function refused(body: Body, step: Step, at: string): void {
  expect(body.code, at).toBe(step.error)
  if (step.params) expect(body.params, at).toEqual(step.params)
}

async function push(told: Told, step: Step, lines: string[]): Promise<void> {
  for (let time = 0; time < (step.times ?? 1); time++) {
    told.trouble = step.trouble ?? told.trouble
    told.lost = step.lost ?? told.lost
    const [device = ''] = lines[0]?.split(' ') ?? []
    const mutations = await Promise.all(lines.map((line) => told.mutation(line)))
    const token = await told.token(step.under ?? device)
    const { body } = await told.post('sync/push', { device, epoch: step.epoch ?? '', mutations }, token)
    const at = lines.join(', ')
    const results = (body.results ?? []) as { status: string; code?: string }[]
    refused(body, step, at)
    if (step.results) expect(results.map((r) => (r.status === 'retry' ? 't' : r.status[0])).join(''), at).toBe(step.results)
    if (step.codes)
      expect(
        results.map((r) => r.code ?? ''),
        at,
      ).toEqual(step.codes)
    if (step.settled !== undefined) expect(body.settled, at).toBe(step.settled)
    if (step.tray) expect(body.tray, at).toEqual(step.tray)
    for (const [id, name] of Object.entries(step.sites ?? {})) expect(told.name(id), `${at}: ${id}`).toBe(name)
  }
}

const item = (line: string) => {
  const [device = '', seq = ''] = line.split(' ')
  return { device, seq: Number(seq) }
}

/** What a device has pulled. */
class Held {
  cursor = ''
  rows = new Map<string, HeldRow>()

  take(page: Body): void {
    this.cursor = String(page.cursor)
    for (const row of this.rows.values()) {
      row.scopes = row.scopes.filter((s) => !(page.drop as string[]).includes(s))
      if (row.scopes.length === 0) this.rows.delete(row.id)
    }
    for (const row of putOf(page)) this.rows.set(row.id, row)
    for (const id of goneOf(page)) this.rows.delete(id)
  }

  digest(scope: string): string {
    const sum = new Sum()
    for (const { id, version, scopes } of this.rows.values())
      if (scopes.includes(scope)) sum.add(`warehouse_site\u0000${id}\u0000${version}`)
    return sum.toString()
  }
}

const putOf = (page: Body) => (page.put as Record<string, HeldRow[]>).warehouse_site ?? []
const goneOf = (page: Body) => (page.gone as Record<string, string[]>).warehouse_site ?? []
const applied = (page: Body) => (page.applied ?? []) as { seq: number }[]

async function pull(told: Told, step: Step, device: string, held: Map<string, Held>): Promise<void> {
  const mine = held.get(device) ?? new Held()
  held.set(device, mine)
  const { body } = await told.post(
    'sync/pull',
    {
      device,
      schema: step.schema ?? 2,
      cursor: step.cursor ?? mine.cursor,
      warehouses: step.whs ?? [],
      limit: step.limit ?? 0,
      former: (step.former ?? []).map(item),
    },
    await told.signedIn(device),
  )
  refused(body, step, `pull of ${device}`)
  if (body.code) return void held.delete(device)
  mine.take(body)
  expect(
    {
      put: putOf(body)
        .map((r) => `${r.id}=${r.name} ${r.scopes.join(' ')}`)
        .sort(),
      gone: goneOf(body).sort(),
      drop: body.drop,
      loading: body.loading,
      more: body.more,
      applied: applied(body).map((a) => a.seq),
      dealt: (body.dealt as { device: string; seq: number }[]).map((d) => `${d.device} ${d.seq}`),
    },
    `pull of ${device}`,
  ).toEqual({
    put: (step.put ?? []).sort(),
    gone: (step.gone ?? []).sort(),
    drop: step.drop ?? [],
    loading: step.loading ?? [],
    more: step.more ?? false,
    applied: step.applied ?? [],
    dealt: step.dealt ?? [],
  })
  if (step.settled !== undefined) expect(body.settled).toBe(step.settled)
  if (step.tray) expect(body.tray).toEqual(step.tray)
  expect([body.version, body.epoch]).toEqual([told.server.version, told.server.epoch])
  expect(body.digest === undefined).toBe(body.more)
  for (const [scope, digest] of Object.entries((body.digest ?? {}) as Record<string, string>))
    expect(digest, scope).toBe(mine.digest(scope))
}

/** What others do. */
async function meanwhile(told: Told, step: Step): Promise<void> {
  const { server } = told
  if (step.enrol) await told.key(step.enrol, step.inherits)
  else if (step.office) told.office(step.office)
  else if (step.settle) server.settle(item(step.settle).device, item(step.settle).seq)
  else if (step.sees) server.scopes = ['org', ...step.sees.map((w) => `wh:${w}`)]
  else if (step.disable) server.disabled.add(step.disable)
  else if (step.sweep) server.forgetTombstones()
  else if (step.backup) server.backup()
  else if (step.restore) server.restore(`${server.epoch}+`)
  else throw new Error(`an empty step: ${JSON.stringify(step)}`)
}

for (const file of ['push', 'pull'])
  describe(file, () => {
    const text = readFileSync(new URL(`../testdata/${file}-stories.json`, import.meta.url), 'utf8')
    const stories = JSON.parse(text) as { story: string; steps: Step[] }[]
    for (const { story, steps } of stories)
      it(story, async () => {
        const told = new Told()
        const held = new Map<string, Held>()
        for (const step of steps)
          if (step.push) await push(told, step, step.push)
          else if (step.pull) await pull(told, step, step.pull, held)
          else await meanwhile(told, step)
      })
  })
