import type { Mutation } from '@sync/mutation'
import { discard, sendAgain } from '@sync/send'
import type { SimClock } from './clock'
import type { copiesOf } from './copies'
import type { livesOf } from './lives'
import type { officeOf } from './office'
import type { Plant } from './plants'
import type { Caller, Shipment, SimServer } from './server'
import type { Tablet } from './tablet'

interface Around {
  /** The stream that all the rest draws from, too. */
  random: () => number
  clock: SimClock
  server: SimServer
  tablets: Tablet[]
  shipments: readonly Shipment[]
  office: Caller
  admin: Caller
  desk: ReturnType<typeof officeOf>
  copies: ReturnType<typeof copiesOf>
  lives: ReturnType<typeof livesOf> | undefined
  plant: Plant | undefined
  say(what: string): void
  mail(user: string): string
  userOf(tablet: Tablet): string
  /** From now on somebody else is at a tablet. */
  use(tablet: Tablet, user: string): void
  meanwhile<T>(work: Promise<T>): Promise<T | undefined>
  act(tablet: Tablet, s: Shipment): Promise<void>
}

/** What goes wrong, or changes, beside the work: machines, people, rights, clocks and servers. */
export function troubleOf({
  random,
  clock,
  server,
  tablets,
  shipments,
  office,
  admin,
  desk,
  copies,
  lives,
  plant,
  say,
  mail,
  userOf,
  use,
  meanwhile,
  act,
}: Around) {
  const pick = (n: number) => Math.floor(random() * n)
  const chance = (p: number) => random() < p
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T // lists here are never empty
  const manage = (UserID: string, change: object) => admin.try('LogIn/UserManagement', { actions: 3, UserID, ...change })
  const withdraw = (UserID: string, Disabled: boolean) => admin.try('LogIn/UserManagement', { actions: 6, UserID, Disabled })

  /** Somebody looks into the tray. */
  const answer = async (tablet: Tablet): Promise<void> => {
    const user = tablet.work?.person.id
    const [item] = (user && (await tablet.work?.outbox.trayOf(user))) || []
    if (!item) return
    say(`${tablet.name} answers ${item.op}`)
    const keep = tablet.keeper()
    const answered: Mutation = chance(plant?.answers ? 0.1 : 0.5)
      ? await discard(item, tablet.client)
      : await sendAgain({ ...item, op: item.op as 'DockView/LoadPallet' }, item.args as never, tablet.client) // only offline ops are in the tray
    keep(answered)
  }

  const trouble = async (): Promise<void> => {
    const tablet = one(tablets)
    const s = one(shipments)
    if (desk.chance(0.2)) say(`office: ${await desk.call(office)}`)
    const kind = copies.there() && chance(0.2) ? 14 : pick(17)
    if (kind < 2) {
      say(`${tablet.name} dies`)
      await tablet.kill()
    } else if (kind === 2) {
      say(`${tablet.name} second tab`)
      await tablet.open()
    } else if (kind === 3) {
      say('clock')
      clock.jump((chance(0.5) ? 1 : -1) * pick(26) * 3_600_000)
    } else if (kind === 4) {
      tablet.offline = !tablet.offline
      say(`${tablet.name} offline ${tablet.offline}`)
    } else if (kind === 5) {
      const next = userOf(tablet) === 'dock' ? 'mate' : 'dock'
      say(`${tablet.name} to ${next}`)
      await meanwhile(tablet.client.signOut(chance(0.3)))
      await plant?.signedOut?.(tablet)
      if (chance(0.8)) await meanwhile(tablet.signIn(mail(next)))
      use(tablet, next)
    } else if (kind < 8) {
      say('office at the dock')
      if (chance(0.5)) await office.try('DockView/StartLoading', { ShipmentId: s.id, Door: String(20 + pick(9)) })
      else await office.try('DockView/AssignDoor', { ShipmentId: s.id, Door: one(['01', '02', '03']) })
    } else if (kind === 8) {
      say(`void ${s.id}`)
      await office.try('Shipment/Void', { ShipmentId: s.id, Reason: 'cancelled by the customer' })
    } else if (kind === 9) {
      const user = one(['U-DOCK', 'U-MATE'])
      const Warehouses = one([['ATL'], ['DAL'], ['ATL', 'DAL'], []])
      say(`${user} now ${Warehouses}`)
      await manage(user, { Warehouses })
    } else if (kind === 10) {
      say('sessions end')
      const user = one(['U-DOCK', 'U-MATE'])
      await admin.try('Access/SignOutEverywhere', { User: user })
    } else if (kind === 11 && chance(0.4)) {
      const user = one(['U-DOCK', 'U-MATE'])
      const disabled = chance(0.5)
      say(`${user} disabled ${disabled}`)
      await withdraw(user, disabled)
    } else if (kind === 12 && chance(0.3)) {
      say('kill -9')
      const again = server.restart()
      if (chance(0.5)) for (const t of tablets) if (t.work && !t.offline) await act(t, s)
      await again
    } else if (kind >= 12 && kind <= 14 && lives) {
      await lives.trouble()
    } else if (kind === 13 && !copies.there() && copies.known()) {
      await copies.take()
    } else if (kind === 14 && copies.there()) {
      await copies.restore()
    } else if (kind === 15) {
      await answer(tablet)
    } else if (kind === 16) {
      // In the middle of whatever it does: an answer that is under way belongs to what it held before.
      const queue = await tablet.work?.outbox.queue()
      if (!queue?.enrolled) return
      say(`${tablet.name} asked to sync again`)
      await admin.try('Sync/Order', { device: queue.device, kind: 'again' })
    }
  }

  return { trouble, answer, withdraw }
}
