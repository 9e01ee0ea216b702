import { IDBDatabase as FDBDatabase } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { signedText, verify } from './canonical'
import { keepFile } from './files'
import { Fenced } from './idb'
import { Outbox } from './outbox'
import { World } from './testing/world'

const world = new World()
const open: Outbox[] = []
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
})

async function make(device = world.device(), options = {}): Promise<Outbox> {
  const outbox = await Outbox.open(device.env(), 'o', { ballast: 1024, ...options })
  open.push(outbox)
  return outbox
}

const draft = (i: number) => ({ op: 'X', args: { i, at: new Date(0), none: undefined }, subjects: [], user: 'U1' })

it('numbers without gaps, whichever tab writes, and every signature holds', async () => {
  const device = world.device()
  const [a, b] = [await make(device), await make(device)]
  await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? a : b).append(draft(i))))
  const all = await a.nextBatch(100)
  expect(all.map((m) => m.seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  const key = (await b.device()).keys.publicKey
  for (const m of all) expect(await verify(crypto.subtle, key, signedText(m), m.sig)).toBe(true)
  expect(all[0]?.args).toEqual({ i: expect.any(Number), at: '1970-01-01T00:00:00.000Z' })
})

it('writes what was done at once together, in order and strictly, and what cannot be written alone takes nothing with it', async () => {
  const outbox = await make()
  const before = await outbox.append({ ...draft(0), id: 'TWICE' })
  let writes = 0
  const transaction = FDBDatabase.prototype.transaction
  FDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite' && options?.durability === 'strict') writes++
    return transaction.call(this, stores, mode, options)
  }
  try {
    const kept = await Promise.all(Array.from({ length: 90 }, (_, i) => outbox.append(draft(i + 1))))
    expect(writes).toBe(2) // the first did not wait for the others
    expect(kept.map((m) => [m.seq, m.n, m.args.i])).toEqual(kept.map((_, i) => [i + 2, before.n + i + 1, i + 1]))
    expect(await outbox.nextBatch(100)).toEqual([before, ...kept])
    const key = (await outbox.device()).keys.publicKey
    for (const m of kept) expect(await verify(crypto.subtle, key, signedText(m), m.sig)).toBe(true)
  } finally {
    FDBDatabase.prototype.transaction = transaction
  }
  const [first, ...rest] = [outbox.append(draft(91)), outbox.append(draft(92)), outbox.append({ ...draft(93), id: 'TWICE' })]
  const answer = outbox.append({ ...draft(94), answers: 1 })
  const last = outbox.append(draft(95))
  const done = await Promise.allSettled([first, ...rest, answer, last])
  expect(done.map((d) => (d.status === 'fulfilled' ? d.value.seq : d.reason.name))).toEqual([92, 93, 'ConstraintError', 94, 95])
  expect(await outbox.ledger()).toEqual({ recorded: 95, settled: 0, waiting: 95, tray: 0 })
})

it('keeps a private key that cannot be taken out', async () => {
  const device = world.device()
  const outbox = await make(device)
  const { keys } = await outbox.device()
  expect(keys.privateKey.extractable).toBe(false)
  outbox.close()
  const again = await make(device)
  expect((await again.device()).id).toBe((await outbox.db.open().then(() => outbox.device())).id)
})

it('writes actions and files strictly, by whichever way', async () => {
  const outbox = await make()
  const asked: { stores: string[]; durability: string }[] = []
  const transaction = FDBDatabase.prototype.transaction
  FDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite')
      asked.push({ stores: typeof stores === 'string' ? [stores] : [...stores], durability: options?.durability ?? 'default' })
    return transaction.call(this, stores, mode, options)
  }
  try {
    outbox.close()
    const again = await make()
    asked.length = 0
    const { n } = await again.append(draft(1))
    await again.append({ ...draft(2), answers: n })
    await again.settle(await again.fence(), (await again.queue()).device, [{ seq: 1, status: 'applied', version: 1 }])
    await keepFile(world.device().env(), again, new Uint8Array([1]), 'U1')
  } finally {
    FDBDatabase.prototype.transaction = transaction
  }
  const written = new Set(asked.flatMap((a) => a.stores))
  for (const store of ['meta', 'mutations', 'tray', 'blobs', 'blobData']) expect(written).toContain(store)
  expect(asked.filter((a) => a.durability !== 'strict')).toEqual([])
})

it('writes on a full disk by giving up the ballast, and then what can be fetched again', async () => {
  let room = 0
  let made = 0
  const outbox = await make(undefined, {
    makeRoom: async () => {
      made++
      room = 1
    },
  })
  const inner = outbox as unknown as { commit: (m: unknown, guess: unknown, taken: unknown) => Promise<unknown> }
  const commit = inner.commit.bind(outbox)
  inner.commit = (m, guess, taken) =>
    room-- > 0 ? commit(m, guess, taken) : Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await outbox.db.ballast.count()).toBe(1)
  const clear = outbox.db.ballast.clear.bind(outbox.db.ballast)
  outbox.db.ballast.clear = () => {
    room = 1
    return clear()
  }
  expect((await outbox.append(draft(1))).seq).toBe(1)
  expect(outbox.full).toBe(true)
  expect(await outbox.db.ballast.count()).toBe(0)
  outbox.db.ballast.clear = clear
  room = 0
  expect((await outbox.append(draft(2))).seq).toBe(2)
  expect(made).toBe(1)
  expect(await outbox.ledger()).toEqual({ recorded: 2, settled: 0, waiting: 2, tray: 0 })
  await outbox.layBallast()
  expect(outbox.full).toBe(false)
})

it('lets a tab lead on a full disk, so that what waits can leave it', async () => {
  const outbox = await make()
  let room = false
  const clear = outbox.db.ballast.clear.bind(outbox.db.ballast)
  vi.spyOn(outbox.db.ballast, 'clear').mockImplementation(() => {
    room = true
    return clear()
  })
  const { core } = outbox.db.meta
  const mutate = core.mutate.bind(core)
  vi.spyOn(core, 'mutate').mockImplementation((req) =>
    room ? mutate(req) : Promise.reject(new DOMException('full', 'QuotaExceededError')),
  )
  expect(await outbox.fence()).toBe(1)
  expect(outbox.full).toBe(true)
})

it('refuses every write of a leader that has lost the lead', async () => {
  const outbox = await make()
  const m = await outbox.append(draft(1))
  const old = await outbox.fence()
  const fence = await outbox.fence()
  const late = [
    outbox.settle(old, m.device, [{ seq: 1, status: 'applied', version: 1 }]),
    outbox.confirm(old, m.device, { epoch: '', settled: 1, replicated: 1 }),
    outbox.enterEpoch(old, 'E', ''),
    outbox.schedule(old, 1, 1),
    outbox.requeue(old, m.device),
    outbox.rewind(old, m.device, 1),
  ]
  for (const end of await Promise.allSettled(late)) expect((end as PromiseRejectedResult).reason).toBeInstanceOf(Fenced)
  expect((await outbox.ledger()).waiting).toBe(1)
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'applied', version: 1 }])
  expect((await outbox.ledger()).settled).toBe(1)
})

it('counts work once, however often its outcome is told', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  const m = await outbox.append(draft(1))
  await outbox.append(draft(2))
  for (const status of ['applied', 'applied', 'rejected'] as const) {
    await outbox.settle(fence, m.device, [{ seq: 1, status, ...(status === 'applied' ? { version: 1 } : { code: 'no' }) }])
    expect(await outbox.ledger()).toMatchObject({ recorded: 2, settled: 1, waiting: 1 })
  }
})

it('does not ask again about work that a person has already answered', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  const m = await outbox.append(draft(1))
  await outbox.enterEpoch(fence, 'E1', '')
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'rejected', code: 'no' }])
  const [item] = await outbox.trayOf('U1')
  await outbox.append({ ...draft(2), replaces: 1, answers: item?.n ?? 0 })
  expect(await outbox.trayOf('U1')).toEqual([])
  await outbox.enterEpoch(fence, 'E2', 'E1')
  expect((await outbox.ledger()).waiting).toBe(2)
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'rejected', code: 'no' }])
  expect(await outbox.trayOf('U1')).toEqual([])
})

it('keeps what has no outcome, whatever the watermark says', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  const m = await outbox.append(draft(1))
  await outbox.append(draft(2))
  await outbox.enterEpoch(fence, 'E1', '')
  await outbox.settle(fence, m.device, [{ seq: 2, status: 'applied', version: 1 }])
  expect(await outbox.confirm(fence, m.device, { epoch: 'E1', settled: 2, replicated: 2 })).toBe(1)
  expect((await outbox.nextBatch(10)).map((x) => x.seq)).toEqual([1])
})

it('asks each person anew in another life of the server, which may not know who works here', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  await outbox.enterEpoch(fence, 'E1', '')
  await outbox.enrolledBy(fence, 'U1')
  expect((await outbox.queue()).users).toEqual(['U1'])
  await outbox.enterEpoch(fence, 'E2', 'E1')
  expect((await outbox.queue()).users).toEqual([])
})

it('lets answers follow what they answer when a device gets a new identity', async () => {
  const outbox = await make()
  const first = await outbox.device()
  const fence = await outbox.fence()
  const [refused, again, other] = [await outbox.append(draft(1)), await outbox.append(draft(2)), await outbox.append(draft(3))]
  await outbox.settle(fence, first.id, [
    { seq: 1, status: 'rejected', code: 'no' },
    { seq: 2, status: 'rejected', code: 'no' },
    { seq: 3, status: 'rejected', code: 'no' },
  ])
  // The second and the third are offered again, as to a server from a backup, and are still in the tray of the person.
  await outbox.rewind(fence, first.id, 2)
  const edit = await outbox.append({ ...draft(4), replaces: 1, replacesDevice: first.id, answers: refused.n })
  const follow = await outbox.append({ ...draft(5), replaces: 2, replacesDevice: first.id, answers: again.n })
  const gone = await outbox.append({ ...draft(6), op: 'Sync/Discard', args: { Seq: 1 } })
  const goes = await outbox.append({ ...draft(7), op: 'Sync/Discard', args: { Seq: 2 } })
  expect(edit.replacesDevice).toBeUndefined() // its own identity needs no name
  await outbox.requeue(fence, first.id)
  const now = await outbox.device()
  const all = await outbox.nextBatch(100)
  expect(all.map((m) => [m.id, m.seq])).toEqual([again, other, edit, follow, gone, goes].map((m, i) => [m.id, i + 1]))
  expect(all.find((m) => m.id === edit.id)).toMatchObject({ replaces: 1, replacesDevice: first.id })
  expect(all.find((m) => m.id === follow.id)?.replaces).toBe(1)
  expect(all.find((m) => m.id === follow.id)?.replacesDevice).toBeUndefined()
  expect(all.find((m) => m.id === gone.id)?.args).toEqual({ Seq: 1, Device: first.id })
  expect(all.find((m) => m.id === goes.id)?.args).toEqual({ Seq: 1 })
  expect((await outbox.trayOf('U1')).map((t) => [t.id, t.device, t.seq])).toEqual([[other.id, now.id, 2]])
  for (const m of all) expect(await verify(crypto.subtle, now.keys.publicKey, signedText(m), m.sig)).toBe(true)
  // And once more, to a third: what was left under the first stays there.
  await outbox.requeue(fence, now.id)
  const later = await outbox.nextBatch(100)
  expect(later.find((m) => m.id === edit.id)).toMatchObject({ replaces: 1, replacesDevice: first.id })
  expect(later.find((m) => m.id === gone.id)?.args).toEqual({ Seq: 1, Device: first.id })
})

it('never puts an action before the one that was done before it, whatever the clock was set to', async () => {
  const device = world.device()
  const outbox = await make(device)
  const day = 86_400_000
  const at = (m: { at: string }) => Date.parse(m.at)
  const first = await outbox.append(draft(1))
  world.clock.jump(-day)
  world.clock.run(60_000)
  const second = await outbox.append(draft(2))
  expect(at(second) - at(first)).toBe(60_000) // what has passed, not what the clock says
  expect(Date.parse(second.atRaw)).toBeLessThan(at(first)) // which is kept beside it
  outbox.close()

  // After a restart nobody has watched the time; the order holds all the same, also for what is kept together.
  const again = await make(device)
  world.clock.run(30_000)
  const [third, fourth] = await Promise.all([again.append(draft(3)), again.append(draft(4))])
  expect([at(third), at(fourth)]).toEqual([at(second), at(second)])
  world.clock.jump(2 * day)
  expect(at(await again.append(draft(5)))).toBe(world.clock.now())
})

it('takes no action that the server would not take, and says why', async () => {
  const outbox = await make()
  const at = (size: number) => outbox.append({ ...draft(1), args: { Note: 'x'.repeat(size) } })
  const [small, large, after] = await Promise.allSettled([at(500_000), at(1_200_000), at(10)])
  expect(small.status).toBe('fulfilled')
  expect(large).toMatchObject({ status: 'rejected', reason: { code: 'work-too-large', params: { size: 1172 } } })
  expect(after.status === 'fulfilled' && after.value.seq).toBe(2)
})
