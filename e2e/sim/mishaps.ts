import type { Mutation } from '@sync/mutation'
import { seeded } from '@sync/testing/world'
import type { SimClock } from './clock'
import type { Lastly } from './lastly'
import type { Fault, Tablet } from './tablet'

export interface Mishaps {
  /** One more thing that happens to a device; what it was, where anything was. */
  befall(tablet: Tablet): Promise<string | undefined>
  /** What comes last, if anything does; what puts a copy back only where there is one of the whole server. */
  end(copies: boolean): Lastly | undefined
  /** A browser freezes tabs, sometimes as the clock is set, or thaws them. */
  chill(tablet: Tablet): Promise<string | undefined>
  /** What a device is from the beginning. */
  equip(tablet: Tablet): void
  /** An action was done; now and then it is one that nothing on the way takes. */
  done(mutation: Mutation): void
  /** Before all that a link does: what refuses an action for good. */
  refuses: Fault
}

interface Around {
  clock: SimClock
  /** Has a copy of a device take part. */
  join(twin: Tablet, of: Tablet): void
  count(): number
  /** A device has its profile of before, with whoever was signed in then. */
  returned(tablet: Tablet): void
  meanwhile<T>(work: Promise<T>): Promise<T | undefined>
}

/**
 * What happens to disks, tabs and pokes, from a stream of its own: a machine is cloned, a profile is put back, a store loses its connection behind a commit,
 * the app is closed and the browser sends what is left, a page of rows is cut small, a poke is late, doubled or lost, an action is too large for what is
 * on the way.
 */
export function mishapsOf(seed: number, { clock, join, count, returned, meanwhile }: Around): Mishaps {
  const random = seeded(seed * 86028121)
  const chance = (p: number) => random() < p
  const clones = chance(0.5)
  const profiles = new Map<Tablet, () => Promise<void>>()
  const tooLarge = new Set<string>()

  // Of its own: what is new here leaves the seeds' other fates as they were.
  const late = seeded(seed * 160481183)
  const chill = async (tablet: Tablet): Promise<string | undefined> => {
    const fate = late()
    if (fate > 0.06) return undefined
    if (fate > 0.04) {
      tablet.thaw()
      return `${tablet.name} thaws`
    }
    await tablet.open()
    tablet.freeze()
    if (late() < 0.4) clock.jump(-Math.floor(late() * 5) * 3_600_000)
    return `${tablet.name} is frozen behind another tab`
  }
  const end = (copies: boolean): Lastly | undefined => {
    const fate = late()
    if (fate < 0.1) return 'freeze'
    if (fate < 0.2) return copies ? 'fork' : undefined
    return fate < 0.3 ? 'heir' : undefined
  }

  const poke = (deliver: () => void): void => {
    const fate = random()
    if (fate < 0.2) return
    const arrives = () => clock.setTimeout(deliver, fate < 0.6 ? 0 : random() * 5_000)
    arrives()
    if (fate > 0.9) arrives()
  }

  const befall = async (tablet: Tablet): Promise<string | undefined> => {
    const fate = random()
    if (fate < 0.35) {
      tablet.forgetful.next = 1 + Math.floor(random() * 2)
      return `${tablet.name}'s store forgets`
    }
    if (fate < 0.55) {
      await tablet.closed(meanwhile)
      return `${tablet.name} is closed`
    }
    if (!clones) return undefined
    if (fate < 0.7) {
      if (count() > 4) return undefined
      await clock.pass(0) // its stores are copied one after the other
      join(await tablet.clone(`${tablet.name} twin`, Math.floor(random() * 1e9)), tablet)
      return `${tablet.name} is cloned`
    }
    const back = profiles.get(tablet)
    if (!back) {
      await clock.pass(0)
      profiles.set(tablet, await tablet.profile())
      return `${tablet.name}'s profile is kept`
    }
    if (fate < 0.9) return undefined
    profiles.delete(tablet)
    await back()
    returned(tablet)
    return `${tablet.name}'s profile is put back`
  }

  return {
    befall,
    end,
    chill,
    equip: (tablet) => {
      if (chance(0.5)) tablet.pageSize = 3 + Math.floor(random() * 40)
      if (chance(0.4)) tablet.pokes = poke
    },
    done: ({ id, op }) => {
      if (chance(0.01) && op !== 'Sync/Discard') tooLarge.add(id)
    },
    refuses: async (path, init, next) => {
      if (!path.endsWith('/sync/push') || tooLarge.size === 0) return next()
      const { mutations } = JSON.parse(String(init?.body)) as { mutations: { id: string; op: string }[] }
      if (!mutations.some((m) => tooLarge.has(m.id) && m.op !== 'Sync/Unsent')) return next()
      return new Response('<html>413 Request Entity Too Large', { status: 413, headers: { 'Content-Type': 'text/html' } })
    },
  }
}
