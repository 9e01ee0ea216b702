import { IDBDatabase as FDBDatabase } from 'fake-indexeddb'
import { afterEach, expect, it } from 'vitest'
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
  const inner = outbox as unknown as { commit: (m: unknown) => Promise<unknown> }
  const commit = inner.commit.bind(outbox)
  inner.commit = (m) => (room-- > 0 ? commit(m) : Promise.reject(new DOMException('full', 'QuotaExceededError')))
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

it('refuses every write of a leader that has lost the lead', async () => {
  const outbox = await make()
  const m = await outbox.append(draft(1))
  const old = await outbox.fence()
  const fence = await outbox.fence()
  const late = [
    outbox.settle(old, m.device, [{ seq: 1, status: 'applied', version: 1 }]),
    outbox.confirm(old, m.device, '', 1, 1),
    outbox.enterEpoch(old, 'E'),
    outbox.schedule(old, 1, 1),
    outbox.requeue(old, m.device),
    outbox.rewind(old, m.device, 1),
  ]
  for (const end of await Promise.allSettled(late)) expect((end as PromiseRejectedResult).reason).toBeInstanceOf(Fenced)
  expect((await outbox.ledger()).waiting).toBe(1)
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'applied', version: 1 }])
  expect((await outbox.ledger()).settled).toBe(1)
})

it('does not ask again about work that a person has already answered', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  const m = await outbox.append(draft(1))
  await outbox.enterEpoch(fence, 'E1')
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'rejected', code: 'no' }])
  const [item] = await outbox.trayOf('U1')
  await outbox.append({ ...draft(2), replaces: 1, answers: item?.n ?? 0 })
  expect(await outbox.trayOf('U1')).toEqual([])
  await outbox.enterEpoch(fence, 'E2')
  expect((await outbox.ledger()).waiting).toBe(2)
  await outbox.settle(fence, m.device, [{ seq: 1, status: 'rejected', code: 'no' }])
  expect(await outbox.trayOf('U1')).toEqual([])
})

it('keeps what has no outcome, whatever the watermark says', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  const m = await outbox.append(draft(1))
  await outbox.append(draft(2))
  await outbox.enterEpoch(fence, 'E1')
  await outbox.settle(fence, m.device, [{ seq: 2, status: 'applied', version: 1 }])
  expect(await outbox.confirm(fence, m.device, 'E1', 2, 2)).toBe(1)
  expect((await outbox.nextBatch(10)).map((x) => x.seq)).toEqual([1])
})

it('asks each person anew in another life of the server, which may not know who works here', async () => {
  const outbox = await make()
  const fence = await outbox.fence()
  await outbox.enterEpoch(fence, 'E1')
  await outbox.enrolledBy(fence, 'U1')
  expect((await outbox.queue()).users).toEqual(['U1'])
  await outbox.enterEpoch(fence, 'E2')
  expect((await outbox.queue()).users).toEqual([])
})
