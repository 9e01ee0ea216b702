import Dexie, { type Table } from 'dexie'
import { callFrom } from './call'
import { acting, type Client, current } from './client'
import type { Env } from './env'
import type { Ops, WarehouseSlotLease } from './gen/api'
import { reopening } from './idb'
import { waiting } from './mutation'
import type { Outbox } from './outbox'
import { sendFrom } from './send'

/**
 * A door that this device may send one truck to without asking anybody, as the outbox keeps it beside its queue record. How long it still may is told by the
 * time that has passed since the server was asked, whatever the device's clock was set to meanwhile, as far as an open page has watched it.
 */
export interface HeldSlot extends WarehouseSlotLease {
  key: string
  /** The device that it was given to: a cloned device gets another identity, and nothing of this. */
  device: string
  warehouse: string
  zone: string
  /** The server's clock at its answer, in ms; what has passed since counts from before it was asked, and so is never too little. */
  from: number
  /** Milliseconds that had passed when somebody looked last, and how both clocks stood then. */
  passed: number
  clock: number
  elapsed: number
  /** Of the page that looked; of another, `elapsed` says nothing. */
  page: string
  /** For a while the device's clock alone has told how much time passed: no page watched, the device slept, or the clock was set. */
  doubt: boolean
  /** `known` is what the server last said of it, since it was neither on its way nor refused: whether a truck was let in by it. */
  used?: { id: string; at: string; plate: string; carrier: string; known?: boolean }
}

/** The lease cannot be used any more: it has run out, was used in another tab, or was taken from this device. Nothing was done. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot'
}

type Admission = Omit<Ops['Warehouse/AdmitTruck']['req'], 'LeaseId' | 'AdmittedAt' | 'Door' | 'ByClock'>

const prefix = 'slot:'
/** How often this device gave back what it held: an answer to what was asked before that is about doors that it has given back. */
interface Returns {
  key: 'slots'
  returned: number
}
/** A used lease is remembered for so long, so that the screen can tell what was done with it. */
const remembered = 24 * 3_600_000

const pages = new WeakMap<Env, string>()
function pageOf(env: Env): string {
  const known = pages.get(env) ?? `${env.clock.now()}-${env.random()}`
  pages.set(env, known)
  return known
}

const table = (outbox: Outbox) => outbox.db.table('meta') as Table<HeldSlot, string> // it holds records by their key, of whatever shape
const inStore = <T>(outbox: Outbox, work: (slots: Table<HeldSlot, string>) => Promise<T>) =>
  reopening(outbox.db, () => outbox.db.transaction('rw', outbox.db.meta, async () => work(table(outbox))))
const returnsOf = (outbox: Outbox) => outbox.db.table('meta') as Table<Returns, string>
const returnedOf = async (outbox: Outbox) => (await returnsOf(outbox).get('slots'))?.returned ?? 0
const all = (slots: Table<HeldSlot, string>) => slots.where('key').startsWith(prefix).toArray()

/** Both clocks of a device tell of the same time, up to this. */
const agreed = 60_000

/**
 * How much time has passed since the server was asked: what either clock tells at most. Endless where the clock was set back while no page watched: then nobody
 * can tell.
 */
export function passedOf(slot: HeldSlot, env: Env): Pick<HeldSlot, 'passed' | 'doubt'> {
  const by = env.clock.now() - slot.clock
  if (slot.page !== pageOf(env)) return { passed: by < 0 ? Number.POSITIVE_INFINITY : slot.passed + by, doubt: true }
  const watched = env.clock.elapsed() - slot.elapsed
  return { passed: slot.passed + Math.max(0, by, watched), doubt: slot.doubt || Math.abs(by - watched) > agreed }
}

export interface Slots {
  /** Those that a truck can be sent to, the longest first, with how many milliseconds it may still be. */
  free: { slot: HeldSlot; left: number }[]
  /** Those that trucks were sent to by this device lately, the last first. */
  used: UsedSlot[]
}

/** A door that a truck was sent to, and how its admission stands: on its way, refused and before a person, given up by one, or none of these. */
export type UsedSlot = HeldSlot & { stands: 'waiting' | 'refused' | 'discarded' | 'told' }

/** What this device holds of a warehouse. Notes how much time has passed, so that a clock that is set back later does not lengthen it. */
export async function heldSlots(warehouse: string, client: Client = current()): Promise<Slots> {
  const { outbox } = acting(client)
  const { env } = client
  const { refused, way } = await underWay(outbox)
  const { free, used } = await inStore(outbox, async (slots) => {
    const { device } = await queueOf(outbox)
    const free: Slots['free'] = []
    const used: HeldSlot[] = []
    for (const slot of await all(slots)) {
      const { doubt, ...told } = passedOf(slot, env)
      // A clock that was set back ends what may be used. That a door was used stays so, for as long as is known to have passed.
      const passed = slot.used && told.passed === Number.POSITIVE_INFINITY ? slot.passed : told.passed
      const open = refused.has(slot.LeaseId) || way.has(slot.LeaseId)
      if (slot.device !== device || (passed > slot.AdmitFor + remembered && !open)) {
        await slots.delete(slot.key)
        continue
      }
      await slots.put({ ...slot, passed, doubt, clock: env.clock.now(), elapsed: env.clock.elapsed(), page: pageOf(env) })
      if (slot.warehouse !== warehouse) continue
      if (slot.used) used.push(slot)
      else if (passed < slot.AdmitFor) free.push({ slot, left: slot.AdmitFor - passed })
    }
    free.sort((a, b) => b.left - a.left || (a.slot.Door < b.slot.Door ? -1 : 1))
    used.sort((a, b) => ((a.used?.at ?? '') < (b.used?.at ?? '') ? 1 : -1))
    return { free, used }
  })
  const stands = ({ LeaseId, used }: HeldSlot) =>
    refused.has(LeaseId) ? 'refused' : way.has(LeaseId) ? 'waiting' : used?.known === false ? 'discarded' : 'told'
  return { free, used: used.map((slot) => ({ ...slot, stands: stands(slot) })) }
}

/** The doors by which trucks were admitted that are before a person, and that the server has not judged yet: one that is sent anew may be under another id. */
async function underWay({ db }: Outbox) {
  const of = (list: { op: string; args: Record<string, unknown> }[]) =>
    new Set(list.filter((m) => m.op === 'Warehouse/AdmitTruck').map((m) => m.args.LeaseId))
  return db.transaction('r', db.tray, db.mutations, async () => ({
    refused: of(await db.tray.toArray()),
    way: of(await db.mutations.where('[state+n]').between([waiting, Dexie.minKey], [waiting, Dexie.maxKey]).toArray()),
  }))
}

/** The most that the server is asked about at once. */
const asksAbout = 200
/** A lease ends at the server so much later than here. */
const margin = 5 * 60_000

const queueOf = async (outbox: Outbox) => {
  const queue = await outbox.db.meta.get('queue')
  if (!queue) throw new Error('the outbox has no queue record')
  return queue
}

/**
 * Asks the server for doors of a warehouse, and for those that are held to be held for longer. Gives how many trucks the site lets a gate admit by itself;
 * undefined where nobody can be asked for this device yet. With `returns` the device forgets what it holds first and gives it back.
 */
export async function leaseSlots(warehouse: string, client: Client = current(), returns = false): Promise<number | undefined> {
  const { outbox } = acting(client)
  const { env } = client
  const { device, enrolled, users } = await outbox.queue()
  if (!enrolled || !users.includes(acting(client).person.id)) return undefined
  const marks = { passed: 0, doubt: false, clock: env.clock.now(), elapsed: env.clock.elapsed(), page: pageOf(env) }
  const { held, returned } = await inStore(outbox, async (slots) => {
    const mine = (await all(slots)).filter((s) => s.device === device)
    const before = await returnedOf(outbox)
    if (returns) {
      await slots.bulkDelete(mine.filter((s) => !s.used).map((s) => s.key))
      await returnsOf(outbox).put({ key: 'slots', returned: before + 1 })
    }
    return { held: mine, returned: before }
  })
  const { refused, way } = await underWay(outbox) // what is so before the server is asked
  const open = (s: HeldSlot) => refused.has(s.LeaseId) || way.has(s.LeaseId)
  const runs = (s: HeldSlot) => passedOf(s, env).passed < s.AdmitFor + s.Minutes * 60_000 + margin
  // What the server knows of it has ended there, and of what it does not the lease is over some time.
  const asks = held
    .filter((s) => s.used && (open(s) || (s.used.known !== true && (s.used.known === undefined || runs(s)))))
    .sort((a, b) => Number(open(b)) - Number(open(a)) || ((a.used?.at ?? '') < (b.used?.at ?? '') ? 1 : -1))
    .slice(0, asksAbout)
  // Under a key of its own each time: an earlier answer, told again, would be about a time that is over.
  const answer = await callFrom(
    client,
    'Warehouse/LeaseSlots',
    { Device: device, WarehouseId: warehouse, Used: asks.map((s) => s.LeaseId), Returns: returns },
    { key: outbox.newId() },
  )
  if (returns) return 0
  await inStore(outbox, async (slots) => {
    if ((await queueOf(outbox)).device !== device) return // it is about a device that is no more
    if ((await returnedOf(outbox)) !== returned) return // in whichever tab
    for (const { key, LeaseId, ...slot } of asks) {
      const { known: _, ...used } = slot.used ?? { id: '', at: '', plate: '', carrier: '' } // each of these is used
      const judged = !refused.has(LeaseId) && !way.has(LeaseId)
      await slots.update(key, { used: judged ? { ...used, known: answer.known.includes(LeaseId) } : used })
    }
    for (const slot of await all(slots))
      if (slot.warehouse === warehouse && !slot.used && !answer.leases.some((l) => prefix + l.LeaseId === slot.key))
        await slots.delete(slot.key)
    for (const lease of answer.leases) {
      const key = prefix + lease.LeaseId
      if ((await slots.get(key))?.used) continue // while the server was asked
      await slots.put({ ...lease, ...marks, key, device, warehouse, zone: answer.zone, from: Date.parse(answer.now ?? '') })
    }
  })
  return answer.most
}

const bare = (plate: string) => plate.replace(/[\s.-]/g, '').toUpperCase()

/**
 * Sends a truck to a door that this device holds. The lease is marked as used before the action is written: a tab that dies between the two has wasted it until it runs
 * out, and the same admission, tried again, has it still, whichever door was chosen then. Another truck under the id of one that was sent, as by a form that outlived its
 * tab, is another admission. No two trucks have one lease.
 */
export async function admitTruck(lease: string, admission: Admission, client: Client = current()): Promise<HeldSlot> {
  const { outbox } = acting(client)
  const slot = await inStore(outbox, async (slots): Promise<HeldSlot & Required<Pick<HeldSlot, 'used'>>> => {
    const { device } = await queueOf(outbox)
    const known = (await all(slots)).find((s) => s.device === device && s.used?.id === admission.AdmissionId)
    if (known?.used && known.warehouse === admission.WarehouseId && bare(known.used.plate) === bare(admission.LicensePlate))
      return { ...known, used: known.used }
    const held = await slots.get(prefix + lease)
    if (!held || held.device !== device || held.used) throw new NoSlot()
    const { passed, doubt } = passedOf(held, client.env)
    if (passed >= held.AdmitFor) throw new NoSlot()
    const at = new Date(held.from + Math.round(passed)).toISOString()
    const id = known ? outbox.newId() : admission.AdmissionId
    const now = { ...held, doubt, used: { id, at, plate: admission.LicensePlate, carrier: admission.Carrier } }
    await slots.put(now)
    return now
  })
  const { used, LeaseId, Door } = slot
  await sendFrom(client, 'Warehouse/AdmitTruck', {
    ...admission,
    AdmissionId: used.id,
    LeaseId,
    Door,
    AdmittedAt: used.at,
    ByClock: slot.doubt,
  })
  return slot
}
