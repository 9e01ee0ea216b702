import type { OfflineOp } from '@sync/ops'
import { sendFrom } from '@sync/send'
import { outOfLane } from '@sync/testing/lanes'
import { Said, wronglyShown } from '@sync/testing/shown'
import { seeded } from '@sync/testing/world'
import { ulids } from '@sync/ulid'
import { breaksOf } from './breaks'
import { SimClock } from './clock'
import { copiesOf } from './copies'
import { dockOf } from './dock'
import { linkOf } from './faults'
import { formsOf } from './forms'
import { Found } from './found'
import { lastly } from './lastly'
import { livesOf } from './lives'
import { mishapsOf } from './mishaps'
import { officeOf } from './office'
import { partsOf } from './parts'
import type { Plant } from './plants'
import { becomesQuiet } from './quiet'
import { Caller, type SimServer } from './server'
import { strangersOf } from './strangers'
import { type Fault, Tablet } from './tablet'
import { troubleOf } from './trouble'
import { judgeDevices, judgeWork } from './verdict'
import { withdrawalsOf } from './withdrawals'
import { yardOf } from './yard'

/** Real ms; a busy machine needs more. */
const standsAfter = Number(process.env.LADING_PATIENCE ?? 120_000)

/**
 * One organisation, two or three devices and an office, all driven by a seed through everything that goes wrong on a dock; and strangers beside them, who never sign
 * in. Then the network heals and nobody touches anything.
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
  const { shipments, boxes, desk: lying, yard: parked, strangers: held } = await server.make(org)
  await plant?.server?.(server, org)
  const office = new Caller(() => server.url, mail('office'))
  const admin = new Caller(() => server.url, mail('admin'))
  const trace: string[] = []
  const say = (what: string) => trace.push(what)

  const breaks = breaksOf(seed, server, org, say)
  const copies = copiesOf({ server, org, say, reset: breaks.reset })
  const link = linkOf(clock, random)
  const fault: Fault = (path, init, next) => mishaps.refuses(path, init, () => link.fault(path, init, next))

  // What is planted shows soonest where its own trouble is alone.
  const withdrawals = withdrawalsOf(seed, { clock, admin, say, often: plant ? (plant.withdraws ?? 0) : 0.4, over: () => link.healthy })

  const tablets: Tablet[] = []
  const lives = server.replica
    ? livesOf(seed, {
        server,
        org,
        tablets,
        say: (what) => say(what),
        lost: () => copies.afterLoss(),
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
    tablet.upstream = (path, init, res, to) => {
      const on = () => copies.upstream(path, init, res)
      return withdrawals.between(path, res, to)?.then(on) ?? on()
    }
    tablet.asleep = (url) => server.asleep(url)
    tablet.poked = copies.told
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

  // Of its own: what is new here leaves the seeds' other fates as they were.
  const ill = seeded(seed * 67867967)
  const userOf = (tablet: Tablet) => users[tablets.indexOf(tablet)] ?? ''
  const desk = officeOf(seed, lying, shipments, record)
  const forms = formsOf(seed, while_)
  const parts = partsOf(seed, record)
  const yard = yardOf(seed, parked, record)
  const { act } = dockOf(seed, {
    random,
    boxes,
    record,
    before: async (tablet) => {
      if (desk.chance(userOf(tablet) === 'office' ? 0.5 : 0.03)) await desk.work(tablet)
      if (parts.chance(userOf(tablet) === 'office' ? 0.3 : 0.02)) await parts.shipPart(tablet)
      if (yard.chance(0.25)) await yard.act(tablet)
    },
  })
  const { trouble, answer, withdraw } = troubleOf({
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
    use: (tablet, user) => {
      users[tablets.indexOf(tablet)] = user
    },
    meanwhile: while_,
    act,
  })
  const strangers = strangersOf(seed, {
    server,
    org,
    shipments,
    held,
    office,
    admin,
    newId: ulids(clock, seeded(seed * 334214467)),
    spoil: plant?.stranger,
    often: plant?.often ?? 0.12,
  })

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
    const { outcomes, twice, heard } = await server.look(org)
    const wrong =
      outOfLane(
        tablets.flatMap((t) => t.disks()),
        outcomes,
        twice,
      ) ?? strangers.wrong(heard, copies.putBack)
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
    const waits = clock.underway.idle ? '' : `, waiting for ${clock.underway.names().join(', ')}`
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
        const mine = plant?.crowded ? shipments.slice(0, 1) : shipments.filter((s) => s.warehouse === 'ATL' || chance(0.1))
        await act(tablet, one(mine))
        if (chance(0.1)) await Promise.all(tablets.map((t) => t.work && act(t, one(mine)))) // at the same time, on every tablet
      } else if (what < 7) await trouble()
      else await clock.pass(pick(8_000))
      if (breaks.chance(plant?.breaks ?? 0.08)) await breaks.breakDown()
      if (ill() < 0.12) say((await mishaps.befall(tablet)) ?? 'nothing')
      for (const what of await strangers.step()) say(what)
      await withdrawals.step()
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
    link.healthy = true
    copies.forget()
    await lives?.end()
    for (const t of tablets) t.offline = false
    await server.up
    await breaks.breakDown(false)
    const end = plant?.lastly ?? mishaps.end(lives === undefined)
    if (end) {
      say(`lastly ${end}`)
      await lastly(end, {
        clock,
        tablets,
        say,
        takeCopy: copies.take,
        restore: copies.restore,
        act: (t) => act(t, one(shipments)),
        newcomer: async () => {
          await withdraw('U-MATE', false)
          const t = await bring('mate')
          await while_(t.signIn(mail('mate')))
          if (t.work && (await t.vouched())) vouched.add(`${t.name} ${t.work.person.id}`)
          return t
        },
        handOver: async (t) => {
          await while_(t.client.signOut())
          t.offline = false
          await while_(t.signIn(mail('dock')))
          users[tablets.indexOf(t)] = 'dock'
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
    await inLane() // before strangers say again what a server that was put back may have forgotten
    const open = await strangers.end()
    if (open) found(open)
    const around = {
      server,
      org,
      clock,
      tablets,
      users,
      admin,
      copies,
      vouched,
      mail,
      newId,
      userOf,
      withdraw,
      meanwhile: while_,
      inLane,
      shownRight,
      found,
    }
    const people = await becomesQuiet(around)

    // ---- what must hold ----
    const unsafe = await lives?.look()
    if (unsafe) found(unsafe)
    const last = await server.check(org)
    if (last.problems.length > 0) found(last.problems.join('; '))
    if (last.forms > forms.filled()) found(`${last.forms} forms were carried out, and ${forms.filled()} were filled in`)
    await inLane()
    await shownRight()
    const wrong = strangers.wrongAtLast((await server.look(org)).heard, copies.putBack)
    if (wrong) found(wrong)
    await judgeWork(last, { ...around, putBack: copies.putBack })
    await judgeDevices(people, { ...around, putBack: copies.putBack })
  } finally {
    clearTimeout(limit)
    for (const t of tablets) await t.close()
  }
}
