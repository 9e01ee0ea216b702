import { isDeepStrictEqual } from 'node:util'
import { sleep } from '@sync/env'
import { keepFile } from '@sync/files'
import type { Mutation } from '@sync/mutation'
import type { OfflineOp } from '@sync/ops'
import { discard, sendAgain, sendFrom } from '@sync/send'
import { outOfLane } from '@sync/testing/lanes'
import { Said, wronglyShown } from '@sync/testing/shown'
import { seeded } from '@sync/testing/world'
import { ulids } from '@sync/ulid'
import { Enrolled } from '../kit/enrolled'
import { SimClock } from './clock'
import { formsOf } from './forms'
import { lastly } from './lastly'
import { livesOf } from './lives'
import { mishapsOf } from './mishaps'
import { officeOf } from './office'
import type { Plant } from './plants'
import { Caller, type Shipment, type SimServer } from './server'
import { type Fault, Tablet } from './tablet'
import { differs, type Page } from './truth'

const tenMinutes = 10 * 60_000
/** Real ms; a busy machine needs more. */
const standsAfter = Number(process.env.LADING_PATIENCE ?? 120_000)

/** Found by the simulation: something that may not be, whatever happened before. */
export class Found extends Error {
  override readonly name = 'Found'
}

/**
 * One organisation, two or three devices and an office, all driven by a seed through everything that goes wrong on a dock. Then the network
 * heals and nobody touches anything.
 */
export async function simulate(server: SimServer, seed: number, plant?: Plant): Promise<void> {
  const random = seeded(seed * 7919)
  const pick = (n: number) => Math.floor(random() * n)
  const chance = (p: number) => random() < p
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T // lists here are never empty
  const org = `S${seed}${plant ? `-${plant.name}` : ''}-${Date.now().toString(36)}`
  const mail = (user: string) => `${user}@${org.toLowerCase()}.test`
  const clock = new SimClock()
  const newId = ulids(clock, random)
  const { shipments, boxes, desk: lying } = await server.make(org)
  await plant?.server?.(server, org)
  const office = new Caller(() => server.url, mail('office'))
  const admin = new Caller(() => server.url, mail('admin'))
  const trace: string[] = []
  const say = (what: string) => trace.push(what)

  // What a copy holds counts as replicated and nothing after it does: so a device may be asked for all of it again.
  let copy: { epoch: string; marks: Map<string, number> } | undefined
  const marks = new Map<string, number>()
  let epoch = ''
  let putBack = false
  const told = <T extends Pick<Page, 'epoch' | 'replicated'>>(page: T, device: string): T =>
    copy?.epoch === page.epoch ? { ...page, replicated: Math.min(page.replicated, copy.marks.get(device) ?? 0), safe: 0 } : page
  const upstream = async (path: string, init: RequestInit | undefined, res: Response): Promise<Response> => {
    if (!/sync\/(pull|push)$/.test(path) || res.status !== 200) return res
    const page = (await res.clone().json()) as Page & { device?: string }
    const { device } = JSON.parse(String(init?.body)) as { device: string }
    if (epoch !== page.epoch) {
      epoch = page.epoch
      marks.clear()
    }
    if (copy?.epoch !== page.epoch) marks.set(device, Math.max(marks.get(device) ?? 0, page.replicated))
    return new Response(JSON.stringify(told(page, device)), { status: res.status, headers: res.headers })
  }

  let healthy = false
  const fault: Fault = (path, init, next) => mishaps.refuses(path, init, () => link(path, init, next))
  const link: Fault = async (_path, _init, next) => {
    if (healthy) return next()
    const fate = random()
    if (fate < 0.08) throw new TypeError('lost on the way there')
    if (fate < 0.17) {
      await next()
      throw new TypeError('lost on the way back')
    }
    if (fate < 0.21) await next()
    else if (fate < 0.25) await sleep(clock, random() * 40_000)
    else if (fate < 0.29) {
      const res = await next()
      await sleep(clock, random() * 40_000)
      return res
    } else if (fate < 0.31) return new Response('<html>Welcome to the guest network', { headers: { 'Content-Type': 'text/html' } })
    else if (fate < 0.33)
      return new Response('{"code":"full"}', { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '3' } })
    else if (fate < 0.36) {
      const res = await next()
      const body = await res.arrayBuffer()
      return new Response(body.byteLength > 1 ? body.slice(0, pick(body.byteLength)) : null, { status: res.status, headers: res.headers })
    } else if (fate < 0.37) return new Promise(() => {})
    return next()
  }

  const tablets: Tablet[] = []
  const lives = server.replica
    ? livesOf(seed, {
        server,
        org,
        tablets,
        say: (what) => say(what),
        lost: () => afterLoss(),
        settled: () => clock.pass(0),
        meanwhile: (work) => while_(work),
      })
    : undefined
  const users: string[] = []
  const mishaps = mishapsOf(seed, {
    clock,
    join: (twin, of) => {
      tablets.push(twin)
      users.push(userOf(of))
    },
    count: () => tablets.length,
    returned: (tablet) => {
      const id = tablet.work?.person.id
      if (id) users[tablets.indexOf(tablet)] = id.slice('U-'.length).toLowerCase()
    },
    meanwhile: (work) => while_(work),
  })
  const bring = async (user: string): Promise<Tablet> => {
    const tablet = new Tablet(`${user}'s`, clock, (t) => lives?.urlOf(t) ?? server.url, seed * 31 + tablets.length)
    tablet.fault = fault
    tablet.upstream = upstream
    tablet.poked = told
    if (plant?.client) tablet.mistake = plant.client(random)
    mishaps.equip(tablet)
    await tablet.open()
    tablets.push(tablet)
    users.push(user)
    return tablet
  }
  for (const user of ['dock', 'mate', ...(chance(0.3) ? ['office'] : [])]) await bring(user)

  /** Work of a person that may wait for the network, while time passes. */
  const while_ = async <T>(work: Promise<T>): Promise<T | undefined> => {
    let done = false
    const end = work.then(
      (value) => {
        done = true
        return value
      },
      () => {
        done = true
        return undefined
      },
    )
    while (!done) await clock.pass(250)
    return end
  }

  const record = async <N extends OfflineOp>(tablet: Tablet, op: N, args: Parameters<typeof sendFrom<N>>[2]): Promise<void> => {
    say(`${tablet.name} ${op}`)
    const keep = tablet.keeper()
    const done = await sendFrom(tablet.client, op, args)
    mishaps.done(done)
    keep(done)
    await plant?.stored?.(random, () => sendFrom(tablet.client, op, args))
  }

  /** At the packing table: a piece in, one out again, a box closed or opened. */
  const pack = (tablet: Tablet): Promise<void> => {
    const { plan: PlanId, box: BoxId, item } = one(boxes)
    const kind = pick(10)
    if (kind < 6) return record(tablet, 'Packing/Scan', { PlanId, BoxId, Code: chance(0.9) ? item : 'SPOON', Count: 1 })
    if (kind < 7) return record(tablet, 'Packing/Scan', { PlanId, BoxId, Code: item, Count: -1 })
    if (kind < 9) return record(tablet, 'Packing/CloseBox', { PlanId, BoxId, Note: chance(0.7) ? 'one broke' : '' })
    return record(tablet, 'Packing/OpenBox', { PlanId, BoxId })
  }

  // A stream of its own: what is new here leaves the seeds' other fates as they were.
  const apart = seeded(seed * 104729)
  /** What a vendor has ready, in parts, until there is no more: the office ships it, of one order or of both, and now and then somebody who may not. */
  const shipPart = (tablet: Tablet): Promise<void> => {
    const of = [['PO-1'], ['PO-2'], ['PO-1', 'PO-2'], ['PO-2', 'PO-1']][Math.floor(apart() * 4)] ?? []
    const [PurchaseId = '', ...OtherPurchaseIds] = of
    return record(tablet, 'Shipment/ShipPurchase', {
      ShipmentId: tablet.work?.outbox.newId() ?? '',
      PurchaseId,
      OtherPurchaseIds,
      Lines: of.map((id) => ({
        PurchaseId: id,
        Line: '1',
        Qty: 1 + Math.floor(apart() * 20),
        Pallets: 1,
        Weight: { milli: 0, unit: 'lb' },
      })),
      ShipOn: '2026-03-02',
    })
  }

  // Of its own for the same reason. Few lots and few suppliers, so that two who were offline say different things of the same.
  const labelled = seeded(seed * 15485863)
  const among = <T>(list: readonly T[]): T => list[Math.floor(labelled() * list.length)] as T // lists here are never empty
  const rules: string[] = []
  /** What other labels say: a pallet's lot, and now and then how a supplier writes labels of its own. */
  const label = async (tablet: Tablet, s: Shipment): Promise<void> => {
    const fate = labelled()
    if (fate < 0.1)
      await record(tablet, 'DockView/NoteLot', {
        ShipmentId: s.id,
        PalletId: among(s.pallets),
        Lot: among(['A', 'B']),
        ExpiresOn: among(['', '2027-12-31']),
        Instead: labelled() < 0.2,
      })
    else if (fate < 0.13) {
      const RuleId = tablet.work?.outbox.newId() ?? ''
      const Starts = among(['AC', 'ACME', 'BOLT'])
      rules.push(RuleId)
      await record(tablet, 'DockView/TeachLabel', {
        RuleId,
        Supplier: Starts,
        Starts,
        Length: 0,
        Parts: [{ what: 'lot', field: 0, from: Starts.length, length: 0 }],
        Sample: `${Starts}7781`,
      })
    } else if (fate < 0.15 && rules.length > 0) await record(tablet, 'DockView/ForgetLabel', { RuleId: among(rules) })
  }

  // Of its own for the same reason.
  const breaks = seeded(seed * 49979687)
  let broken = false
  /** Some commands of devices fail for a while, alone or with the whole transaction that they share with others; and a while later they do not. */
  const breakDown = async (to = !broken): Promise<void> => {
    if (to === broken) return
    broken = to
    const how = breaks() < 0.5 ? 'ABORT' : 'ROLLBACK'
    const which = Array.from({ length: 10 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(breaks() * 32)]).join('')
    say(to ? `${which} ${how}` : 'all well')
    await server.plant(
      org,
      to
        ? `CREATE TRIGGER breaks BEFORE INSERT ON op_log WHEN NEW.device <> '' AND NEW.op NOT LIKE 'sync/%' AND instr('${which}', substr(NEW.request, -1)) > 0 BEGIN SELECT RAISE(${how}, 'the simulation breaks it'); END`
        : 'DROP TRIGGER IF EXISTS breaks',
    )
  }

  // Of its own for the same reason.
  const ill = seeded(seed * 67867967)
  const desk = officeOf(seed, lying, shipments, record)

  const forms = formsOf(seed, while_)

  const act = async (tablet: Tablet, s: Shipment): Promise<void> => {
    const ShipmentId = s.id
    if (desk.chance(userOf(tablet) === 'office' ? 0.5 : 0.03)) await desk.work(tablet)
    if (apart() < (userOf(tablet) === 'office' ? 0.3 : 0.02)) await shipPart(tablet)
    await label(tablet, s)
    const PalletId = one(s.pallets)
    const kind = pick(23)
    if (kind >= 20) return pack(tablet)
    if (kind < 7) return record(tablet, 'DockView/LoadPallet', { ShipmentId, PalletId, Lpn: '' })
    if (kind < 9) return record(tablet, 'DockView/UnloadPallet', { ShipmentId, PalletId, Lpn: '' })
    if (kind < 11)
      return record(tablet, 'DockView/NoteShort', { ShipmentId, PalletId, Lpn: '', Pieces: pick(14), Note: chance(0.5) ? 'torn' : '' })
    if (kind < 12) return record(tablet, 'DockView/StartLoading', { ShipmentId, Door: String(1 + pick(9)) })
    // Few doors, so that two dispatchers who were offline mean the same one; and now and then none.
    if (kind < 13) return record(tablet, 'DockView/AssignDoor', { ShipmentId, Door: one(['', '01', '02', '03']) })
    if (kind < 14) return record(tablet, 'DockView/FinishLoading', { ShipmentId, Seal: `UL-${pick(99)}`, Trailer: '533182', Left: pick(6) })
    if (kind < 15)
      return record(tablet, 'Shipment/UpdateDriverDetails', {
        ShipmentId,
        DriverId: tablet.work?.outbox.newId() ?? '',
        Name: one(['Luis Ortega', 'Ana Beltrán', 'Jean Côté']),
        Licence: 'TX 1234',
        LicenceFront: '',
        Verified: true,
        Phone: '',
        Email: '',
        Carrier: '',
      })
    const { work } = tablet
    if (!work) return
    const picture = async () => {
      const bytes = new Uint8Array(40 + pick(400)).fill(pick(256))
      const hash = await keepFile(tablet.client.env, work.outbox, bytes, work.person.id, 'image/png')
      tablet.files.add(hash)
      return hash
    }
    if (kind < 18) return record(tablet, 'DockView/NoteDamage', { ShipmentId, PalletId, Lpn: '', Photos: [await picture()], Note: '' })
    const ink = await picture()
    return record(tablet, 'DockView/GetSaveSignature', {
      ShipmentId,
      SignedBy: `Driver ${pick(9)}`,
      Image: ink,
      Strokes: ink,
      Role: 'driver',
      Consent: '1',
      Language: 'en',
      Pieces: s.pieces,
      Pallets: s.pallets.length,
      Digest: '',
      Emails: '',
    })
  }

  const userOf = (tablet: Tablet) => users[tablets.indexOf(tablet)] ?? ''
  const manage = (UserID: string, change: object) => admin.try('LogIn/UserManagement', { actions: 3, UserID, ...change })
  const withdraw = (UserID: string, Disabled: boolean) => admin.try('LogIn/UserManagement', { actions: 6, UserID, Disabled })

  const takeCopy = async (): Promise<void> => {
    say('copy')
    // Of the life that is copied, whether or not a device has had an answer of it yet; what was told of another says nothing of it.
    const now = await server.look(org)
    copy = { epoch: now.epoch, marks: new Map(now.epoch === epoch ? marks : []) }
    await server.copy(org)
  }
  const restore = async (): Promise<void> => {
    say('put back')
    await server.restart([org])
    await afterLoss()
  }
  const afterLoss = async (): Promise<void> => {
    broken = true // whatever the copy says
    await breakDown(false)
    copy = undefined
    putBack = true // and with it, perhaps, what the server knew of a device
    epoch = '' // not known again before the server's next answer
    marks.clear()
  }

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
    const kind = copy && chance(0.2) ? 14 : pick(17)
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
      await while_(tablet.client.signOut(chance(0.3)))
      await plant?.signedOut?.(tablet)
      if (chance(0.8)) await while_(tablet.signIn(mail(next)))
      users[tablets.indexOf(tablet)] = next
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
    } else if (kind === 13 && !copy && epoch) {
      await takeCopy()
    } else if (kind === 14 && copy) {
      await restore()
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

  const notes = () =>
    tablets.map((t) => {
      const last = t.allNotes().slice(-25)
      return `${t.name} (${userOf(t)}): ${last.map((n) => `${n.what} ${JSON.stringify(n.detail ?? '')}`).join('\n    ')}`
    })
  const found = (what: string): never => {
    const all = process.env.LADING_NOTES
    throw new Found(`seed ${seed}: ${what}\n  ${trace.slice(all ? 0 : -60).join(' · ')}${all ? `\n  ${notes().join('\n  ')}` : ''}`)
  }

  /** Not only when all is quiet: what is done twice or out of its order may be covered by what comes after it. */
  const inLane = async (): Promise<void> => {
    await server.up
    const { outcomes, twice } = await server.look(org)
    const wrong = outOfLane(
      tablets.flatMap((t) => t.disks()),
      outcomes,
      twice,
    )
    if (wrong) found(wrong)
  }

  /** People whom the server has heard to work on a device. */
  const vouched = new Set<string>()
  const said = new Said()
  /** What these devices show, with a network or without. To look takes longer than to act, so after each step it is one that is looked at. */
  const shownRight = async (which = tablets): Promise<void> => {
    for (const t of which) {
      const wrong = await wronglyShown(t.client, said, () => clock.pass(0))
      if (wrong) found(`${t.name}: ${wrong}`)
    }
  }

  const limit = setTimeout(() => {
    trace.push('STANDS STILL')
    const waits = clock.underway.idle ? '' : ', something real is under way'
    console.error(
      `seed ${seed} stands still at ${new Date(clock.now()).toISOString()}${waits}, after ${trace.slice(-40).join(' · ')}\n  ${notes().join('\n  ')}`,
    )
  }, standsAfter)
  try {
    await while_(Promise.allSettled(tablets.map((t) => t.signIn(mail(userOf(t))))))
    const steps = 40 + pick(30)
    for (let step = 0; step < steps; step++) {
      const tablet = one(tablets)
      if (!tablet.work) {
        if (chance(0.3)) await while_(tablet.signIn(mail(userOf(tablet))))
        else await clock.pass(pick(6_000))
        continue
      }
      const what = pick(10)
      if (what < 5) {
        const mine = shipments.filter((s) => s.warehouse === 'ATL' || chance(0.1))
        await act(tablet, one(mine))
        if (chance(0.1)) await Promise.all(tablets.map((t) => t.work && act(t, one(mine)))) // at the same time, on every tablet
      } else if (what < 7) await trouble()
      else await clock.pass(pick(8_000))
      if (breaks() < (plant?.breaks ?? 0.08)) await breakDown()
      if (ill() < 0.12) say((await mishaps.befall(tablet)) ?? 'nothing')
      const cold = await mishaps.chill(tablet)
      if (cold) say(cold)
      if (forms.chance(0.06) && tablet.work) {
        await forms.send(tablet)
        say(`form ${forms.filled()}`)
      }
      if (plant?.answers && tablet.work && chance(plant.answers)) await answer(tablet)
      if (tablet.work && (await tablet.vouched())) vouched.add(`${tablet.name} ${tablet.work.person.id}`)
      await inLane()
      await shownRight(tablets.slice(step % tablets.length).slice(0, 1))
      const unsafe = await lives?.step()
      if (unsafe) found(unsafe)
    }

    // The network heals. From here on nobody touches anything.
    healthy = true
    copy = undefined
    await lives?.end()
    for (const t of tablets) t.offline = false
    await server.up
    await breakDown(false)
    const end = plant?.lastly ?? mishaps.end(lives === undefined)
    if (end) {
      say(`lastly ${end}`)
      await lastly(end, {
        clock,
        tablets,
        say,
        takeCopy,
        restore,
        act: (t) => act(t, one(shipments)),
        newcomer: async () => {
          await withdraw('U-MATE', false)
          const t = await bring('mate')
          await while_(t.signIn(mail('mate')))
          return t
        },
        twin: async (of) => {
          await clock.pass(0) // its stores are copied one after the other
          const twin = await of.clone(`${of.name} copy`, seed)
          tablets.push(twin)
          users.push(userOf(of))
          return twin
        },
      })
    }
    const waiting = async () => {
      const all = await Promise.all(tablets.map((t) => t.outbox()))
      return all.reduce((sum, o) => sum + o.waiting, 0)
    }
    for (let spent = 0; (await waiting()) > 0; spent += 5_000) {
      if (spent > tenMinutes) {
        found(
          `after ten minutes ${await waiting()} actions still wait; ${JSON.stringify(await Promise.all(tablets.map(async (t) => ({ user: t.work?.person.id, status: t.work?.engine.status(), waiting: (await t.outbox()).waiting }))))}`,
        )
      }
      await clock.pass(5_000)
      await inLane()
      if (spent % 30_000 === 0) await shownRight()
      // Where a session ended before anybody could tell the server who works there, a person must come in again.
      if (spent % 60_000 === 0)
        for (const t of tablets) {
          if (!t.signedOut || (!putBack && (await t.vouched()))) continue
          await withdraw(`U-${userOf(t).toUpperCase()}`, false)
          await while_(t.signIn(mail(userOf(t))))
        }
      if (spent % 60_000 === 0) for (const t of tablets) if (!t.work) await while_(t.background())
    }

    // To see what a device shows, somebody who may come in must have signed in to it.
    const { Users } = await admin.call<{
      Users: { UserID: string; UserName: string; Disabled: boolean; Warehouses: string[] | null; AllWarehouses: boolean }[]
    }>('LogIn/UserManagement', { actions: 0 })
    const person = (id: string) => Users.find((u) => u.UserID === id)
    for (const t of tablets) {
      const id = `U-${userOf(t).toUpperCase()}`
      if (person(id)?.Disabled) await withdraw(id, false)
      if (t.signedOut) await while_(t.signIn(mail(userOf(t))))
    }
    const report = await server.check(org)
    const states = () =>
      Promise.all(
        tablets.map(async (t) => {
          if (!t.work) return { open: false, quiet: false }
          const { cache, outbox } = t.work
          const [state, overlay, base, kept, files] = await Promise.all([
            cache.state(),
            cache.db._overlay.count(),
            cache.db._base.count(),
            outbox.db.mutations.count(),
            outbox.db.blobs.count(),
          ])
          return {
            open: true,
            quiet: state.complete && state.loading.length === 0 && overlay + base + kept + files === 0 && state.version >= report.version,
            version: state.version,
            loading: state.loading,
            overlay,
            base,
            kept,
            files,
            status: t.work.engine.status(),
            last: t.allNotes().slice(-12),
          }
        }),
      )
    for (let spent = 0; !(await states()).every((s) => s.quiet); spent += 5_000) {
      if (server.replica) await new Promise((r) => setTimeout(r, 80)) // it is sent in real time
      if (spent > tenMinutes)
        found(`not quiet: ${JSON.stringify((await states()).filter((s) => !s.quiet))}, the server is at ${report.version}`)
      await clock.pass(5_000)
      // A session may have ended long ago and the device has heard of it just now.
      for (const t of tablets) if (t.signedOut) await while_(t.signIn(mail(userOf(t))))
    }

    // ---- what must hold ----
    const unsafe = await lives?.look()
    if (unsafe) found(unsafe)
    const last = await server.check(org)
    if (last.problems.length > 0) found(last.problems.join('; '))
    if (last.forms > forms.filled()) found(`${last.forms} forms were carried out, and ${forms.filled()} were filled in`)
    await inLane()
    await shownRight()
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

    for (const t of tablets) {
      const id = `U-${userOf(t).toUpperCase()}`
      if (t.work?.person.id !== id) found(`${id} signed in on ${t.name}, which is at work as ${t.work?.person.id}`)
    }

    // Papers are written in the background, so the server may be a moment ahead.
    const persons = new Map<string, Enrolled>()
    for (const user of new Set(users)) persons.set(user, await Enrolled.new(() => server.url, mail(user), newId()))
    const by = (t: Tablet) => persons.get(userOf(t)) ?? found(`nobody is at work on ${t.name}`)
    for (let tries = 0; ; tries++) {
      const difference = (await Promise.all(tablets.map((t) => differs(t, by(t))))).find((d) => d !== undefined)
      if (difference === undefined) break
      if (tries > 20) found(difference)
      await new Promise((r) => setTimeout(r, 50))
      await clock.pass(15_000)
    }
    for (const t of tablets) {
      const person = t.work?.person.id
      const may = person === 'U-OFFICE' ? undefined : (Users.find((u) => u.UserID === person)?.Warehouses ?? [])
      for (const entity of t.work?.cache.entities ?? []) {
        if (!may || !/^(dock|shipment|order|document)/.test(entity)) continue
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
  } finally {
    clearTimeout(limit)
    for (const t of tablets) await t.close()
  }
}
