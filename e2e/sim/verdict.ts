import { isDeepStrictEqual } from 'node:util'
import { Enrolled } from '../kit/enrolled'
import type { SimClock } from './clock'
import type { Report, SimServer } from './server'
import type { Tablet } from './tablet'
import { differs, everything } from './truth'

/** A user as the administrator's list has it. */
export interface Person {
  UserID: string
  UserName: string
  Disabled: boolean
  Warehouses: string[] | null
  AllWarehouses: boolean
}

interface Around {
  server: SimServer
  org: string
  clock: SimClock
  tablets: Tablet[]
  users: string[]
  /** Devices with people whom the server has heard to work on them. */
  vouched: ReadonlySet<string>
  /** The server was put back, and knows perhaps less than devices were told. */
  putBack: boolean
  mail(user: string): string
  newId(): string
  userOf(tablet: Tablet): string
  found(what: string): never
}

/** What must hold of outcomes, trays and files once all is quiet. */
export async function judgeWork(last: Report, { server, org, tablets, vouched, putBack, found }: Around): Promise<void> {
  const recorded = new Set(tablets.flatMap((t) => t.disks().flatMap((d) => d.done.map((m) => m.id))))
  const judged = new Set(last.outcomes.map((o) => o.id))
  const lost = new Set(tablets.flatMap((t) => [...t.lost()]))
  for (const id of recorded) {
    if (judged.has(id) || lost.has(id)) continue
    const by = tablets.flatMap((t) => t.disks().flatMap((d) => d.done.flatMap((m) => (m.id === id ? { disk: d.name, ...m } : []))))
    found(`${id} was recorded and has no outcome: ${JSON.stringify(by)}`)
  }
  for (const id of judged) if (!recorded.has(id)) found(`${id} has an outcome and was never recorded`)
  const outboxes = await Promise.all(tablets.map((t) => t.outbox()))
  const tray = new Set(outboxes.flatMap((o) => o.tray))
  // What went with a disk is the office's to look at: the device that is there now knows nothing of it.
  const untold = last.tray.filter((id) => !tray.has(id) && !lost.has(id))
  // Who may not come in any more may not let an item go either: that one stays for a supervisor.
  const kept = last.outcomes.some((o) => o.op === 'Sync/Discard' && o.status !== 'applied')
  const settled = outboxes.flatMap((o) => o.told).filter((id) => !last.tray.includes(id))
  if ((untold.length > 0 && !kept) || settled.length > 0)
    found(
      `trays differ: the server alone has ${JSON.stringify(last.outcomes.filter((o) => untold.includes(o.id)))}, devices alone ${settled}`,
    )

  // Whoever was once known to work on a device is known there under each of its names, unless the server was put back to before it knew.
  for (const o of putBack ? [] : last.outcomes.filter((o) => o.code === 'user-not-on-device')) {
    const of = tablets.find((t) => t.disks().length === 1 && t.done().some((m) => m.id === o.id && vouched.has(`${t.name} ${m.user}`)))
    if (of) found(`${o.op} ${o.id} of ${of.name} was refused as of somebody who does not work on ${o.device}`)
  }

  const refusals = new Map(last.refusals.map((r) => [r.id, r]))
  for (const item of outboxes.flatMap((o) => o.items)) {
    const theirs = refusals.get(item.id)
    if (item.status !== 'rejected' || theirs?.code !== item.code) continue
    // Which row may differ: of an action that is judged again in another life, the device keeps what it was told first.
    if (!isDeepStrictEqual([item.errors, item.row === null], [theirs.errors ?? [], theirs.row === null]))
      found(`of ${item.op} a person is told ${JSON.stringify([item.errors, item.row])}, and the server said ${JSON.stringify(theirs)}`)
  }
  const nowhere = await server.missing(org, [...new Set(tablets.flatMap((t) => [...t.files]))])
  if (nowhere.length > 0) found(`files that were kept on a device are nowhere: ${nowhere}`)
}

/** What must hold of each device's rows then. */
export async function judgeDevices(Users: Person[], { server, clock, tablets, users, mail, newId, userOf, found }: Around): Promise<void> {
  for (const t of tablets) {
    const id = `U-${userOf(t).toUpperCase()}`
    if (t.work?.person.id !== id) found(`${id} signed in on ${t.name}, which is at work as ${t.work?.person.id}`)
  }

  // Papers are written in the background, so the server may be a moment ahead.
  const persons = new Map<string, Enrolled>()
  for (const user of new Set(users)) persons.set(user, await Enrolled.new(() => server.url, mail(user), newId()))
  const by = (t: Tablet) => persons.get(userOf(t)) ?? found(`nobody is at work on ${t.name}`)
  for (let tries = 0; ; tries++) {
    // Once for each person, on however many devices.
    const truths = new Map(await Promise.all([...new Set(tablets.map(by))].map(async (p) => [p, await everything(p)] as const)))
    const difference = (await Promise.all(tablets.map((t) => differs(t, truths.get(by(t)) ?? new Map())))).find((d) => d !== undefined)
    if (difference === undefined) break
    if (tries > 20) found(difference)
    await new Promise((r) => setTimeout(r, 50))
    await clock.pass(15_000)
  }
  for (const t of tablets) {
    const person = t.work?.person.id
    const may = person === 'U-OFFICE' ? undefined : (Users.find((u) => u.UserID === person)?.Warehouses ?? [])
    for (const entity of t.work?.cache.entities ?? []) {
      if (!may || !/^(dock|shipment|order|document|warehouse_(trailer|yard))/.test(entity)) continue
      for (const row of (await t.work?.cache.table(entity).toArray()) ?? []) {
        const { warehouse } = row as { warehouse?: string }
        if (warehouse && !may.includes(warehouse)) found(`${t.name} has ${entity} ${row.id} of ${warehouse}, and ${person} sees ${may}`)
      }
    }
    const broken = t.allNotes().find((n) => /Inactive|TypeError/.test(JSON.stringify(n.detail ?? '')))
    if (broken) found(`${t.name} broke by itself: ${broken.what} ${JSON.stringify(broken.detail)}`)
    const diverged = t.allNotes().find((n) => n.what === 'diverged')
    if (diverged) found(`${t.name} had other rows than the server believed: ${JSON.stringify(diverged.detail)}`)
  }
}
