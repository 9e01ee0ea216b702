import { leaseAhead } from '@sync/leaseAhead'
import { seeded } from '@sync/testing/world'
import { Held, lostIfRestored } from './safe'
import type { SimServer } from './server'
import type { Tablet } from './tablet'

interface Around {
  server: SimServer
  org: string
  tablets: Tablet[]
  say(what: string): void
  /** What was written lately may be gone. */
  lost(): Promise<void>
  meanwhile<T>(work: Promise<T>): Promise<T | undefined>
  /** Nothing is under way any more. */
  settled(): Promise<void>
}

/**
 * What happens to a server with a replica, from a stream of its own: its disk is lost with it; or it stands still, another takes over, and it wakes up and goes on
 * serving those who have not heard. At random moments the newest life is really restored beside it.
 */
export function livesOf(seed: number, { server, org, tablets, say, lost, meanwhile, settled }: Around) {
  const random = seeded(seed * 141650939)
  const chance = (p: number) => random() < p
  const held = new Held()
  /** Devices that still go to the server that was taken over from. */
  const behind = new Set<Tablet>()

  const look = async (): Promise<string | undefined> => {
    for (const t of tablets) {
      const overlap = await held.look(t)
      if (overlap) return overlap
    }
    return lostIfRestored(server, org, tablets, held)
  }

  const settle = async (): Promise<void> => {
    behind.clear()
    await server.endOld()
  }

  return {
    urlOf: (tablet: Tablet) => (behind.has(tablet) ? (server.oldUrl ?? server.url) : server.url),
    look,
    trouble: async (): Promise<void> => {
      if (server.oldUrl !== undefined) {
        if (server.oldUrl === '') {
          say('the old server wakes up')
          server.awake()
        } else {
          say('the old server is taken away')
          await settle()
        }
      } else if (chance(0.4)) {
        say('another server takes over')
        for (const t of tablets) if (chance(0.6)) behind.add(t)
        await settled() // what is under way to it would never end
        await server.takeOver()
        await lost()
      } else {
        say('the data folder is lost')
        await server.lose()
        await lost()
      }
    },
    step: async (): Promise<string | undefined> => {
      const [tablet] = tablets.slice(Math.floor(random() * tablets.length))
      if (tablet?.work && chance(0.1)) await meanwhile(leaseAhead(tablet.client))
      return chance(0.08) ? look() : undefined
    },
    end: settle,
  }
}
