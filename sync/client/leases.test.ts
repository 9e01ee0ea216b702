import { readFileSync } from 'node:fs'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, it } from 'vitest'
import { signedText, verify } from './canonical'
import type { OrgLease } from './gen/api'
import { leftOf, NoNumbers } from './leases'
import { numberOf } from './number'
import { Outbox } from './outbox'
import { type TestDevice, World } from './testing/world'

const world = new World()
const open: Outbox[] = []
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
})

async function make(device: TestDevice): Promise<Outbox> {
  const outbox = await Outbox.open(device.env(), 'o', { ballast: 0 })
  open.push(outbox)
  return outbox
}

let made = 0
const lease = (first: number, last: number, more: Partial<OrgLease> = {}): OrgLease => ({
  id: `L${String(++made).padStart(3, '0')}`,
  kind: 'sscc',
  carrier: '',
  prefix: '00614141',
  digits: 9,
  rule: 'gs1',
  first,
  last,
  ...more,
})

const add = (into = 'Sscc') => ({
  op: 'DockView/AddPallet',
  args: { ShipmentId: 'S1' },
  subjects: [],
  user: 'U1',
  numbers: [{ into, kind: 'sscc' as const }],
})

async function given(device: TestDevice, ...granted: OrgLease[]): Promise<Outbox> {
  const outbox = await make(device)
  await outbox.keepLeases((await outbox.queue()).device, granted)
  return outbox
}

const issued = async (outbox: Outbox) => (await outbox.nextBatch(10_000)).map((m) => String(m.args.Sscc))

it('sets the same numbers as the server', () => {
  const cases = JSON.parse(readFileSync('sync/testdata/lease-numbers.json', 'utf8')) as (Pick<OrgLease, 'prefix' | 'digits' | 'rule'> & {
    serial: number
    number: string
  })[]
  expect(cases.length).toBeGreaterThan(7)
  for (const c of cases) expect(numberOf(c, c.serial)).toBe(c.number)
  expect(() => numberOf({ prefix: '', digits: 2, rule: '' }, 100)).toThrow('more than 2 digits')
})

it('gives each number once, whichever tab asks, and signs what it gave', async () => {
  const device = world.device()
  const a = await given(device, lease(1, 30), lease(100, 200))
  const b = await make(device)
  await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? a : b).append(add())))
  const numbers = await issued(a)
  expect(new Set(numbers).size).toBe(40)
  expect(numbers.map((n) => Number(n.slice(8, 17))).sort((x, y) => x - y)).toEqual([
    ...Array.from({ length: 30 }, (_, i) => i + 1),
    ...Array.from({ length: 10 }, (_, i) => i + 100),
  ])
  const key = (await a.device()).keys.publicKey
  for (const m of await a.nextBatch(100)) expect(await verify(crypto.subtle, key, signedText(m), m.sig)).toBe(true)
})

it('a tab that dies in the middle of the write has used no number, or the mutation is there with it', async () => {
  for (let at = 0; at < 12; at++) {
    const device = world.device()
    const outbox = await given(device, lease(1, 10))
    const dying = outbox.append(add()).catch(() => {})
    for (let i = 0; i < at; i++) await new Promise((r) => setImmediate(r))
    outbox.db.close()
    await dying
    const next = await make(device)
    await next.append(add())
    const numbers = await issued(next)
    const used = (await next.leases())[0]?.next
    expect(numbers.length).toBeGreaterThan(0)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(used).toBe(1 + numbers.length)
  }
})

it('an exhausted lease does nothing and says which numbers are missing', async () => {
  const outbox = await given(world.device(), lease(1, 2))
  await outbox.append(add())
  await outbox.append(add())
  await expect(outbox.append(add())).rejects.toMatchObject({ name: 'NoNumbers', kind: 'sscc' })
  await expect(outbox.append({ ...add(), numbers: [{ into: 'ProNumber', kind: 'pro', carrier: 'ODFL' }] })).rejects.toBeInstanceOf(
    NoNumbers,
  )
  expect(await outbox.waitingCount()).toBe(2)
  expect((await outbox.append({ ...add(), numbers: [] })).seq).toBe(3)
})

it('a second answer of the server does not set a lease back, and takes away what is no longer ours', async () => {
  const device = world.device()
  const [one, two] = [lease(1, 10), lease(11, 20)]
  const outbox = await given(device, one, two)
  await outbox.append(add())
  const { device: id } = await outbox.queue()
  await outbox.keepLeases(id, [one])
  expect((await outbox.leases()).map((l) => [l.first, l.next])).toEqual([[1, 2]])
  await outbox.keepLeases('ANOTHER', [two])
  expect(leftOf(await outbox.leases(), id, 'sscc')).toBe(9)
})

it('a cloned device goes on without its numbers once it has another identity', async () => {
  const device = world.device()
  const outbox = await given(device, lease(1, 100))
  const before = (await outbox.queue()).device
  await outbox.append(add())
  await outbox.requeue(await outbox.fence(), before)
  expect((await outbox.queue()).device).not.toBe(before)
  await expect(outbox.append(add())).rejects.toBeInstanceOf(NoNumbers)
  const [kept] = await outbox.nextBatch(1)
  expect(kept?.args.Sscc).toBe(numberOf(lease(1, 1), 1)) // what it gave out is not taken back: the server judges it
})

it('what is given back is not given out any more, and the server is told from where', async () => {
  const outbox = await given(world.device(), lease(5, 9))
  await outbox.append(add())
  const [held] = await outbox.leases()
  if (!held) throw new Error('no lease')
  const sent = await outbox.append({ op: 'Org/ReturnNumbers', args: {}, subjects: [], user: 'U1', numbers: [{ rest: held.id }] })
  expect(sent.args).toEqual({ Lease: held.id, Next: 6 })
  await expect(outbox.append(add())).rejects.toBeInstanceOf(NoNumbers)
  await expect(
    outbox.append({ op: 'Org/ReturnNumbers', args: {}, subjects: [], user: 'U1', numbers: [{ rest: held.id }] }),
  ).rejects.toThrow('no rest')
})

it('refused work is done again with a fresh number in one write', async () => {
  const outbox = await given(world.device(), lease(1, 5))
  const { n, seq } = await outbox.append(add())
  const { device } = await outbox.queue()
  await outbox.settle(await outbox.fence(), device, [{ seq, status: 'rejected', code: 'number-used' }])
  const again = await outbox.append({ ...add(), replaces: seq, answers: n })
  expect(again.args.Sscc).toBe(numberOf(lease(1, 1), 2))
  expect(await outbox.trayOf('U1')).toEqual([])
})

it('writes number and mutation strictly, in one transaction', async () => {
  const device = world.device()
  device.disk = new IDBFactory()
  const outbox = await given(device, lease(1, 5))
  const idb = outbox.db.backendDB()
  const asked: { stores: string[]; durability: string | undefined }[] = []
  const real = idb.transaction.bind(idb)
  idb.transaction = ((stores: string[], mode?: IDBTransactionMode, options?: IDBTransactionOptions) => {
    if (mode === 'readwrite') asked.push({ stores: [...stores], durability: options?.durability })
    return real(stores, mode, options)
  }) as typeof idb.transaction
  await outbox.append(add())
  expect(asked).toEqual([{ stores: ['meta', 'mutations'], durability: 'strict' }])
})
