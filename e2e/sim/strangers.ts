import { seeded } from '@sync/testing/world'
import { gateOf } from './gate'
import { labelsOf } from './labels'
import { Line, type Spoil } from './line'
import { portalOf } from './portal'
import { providerOf } from './provider'
import type { Caller, Heard, Shipment, SimServer, Strangers } from './server'

interface Around {
  server: SimServer
  org: string
  shipments: readonly Shipment[]
  held: Strangers
  office: Caller
  admin: Caller
  /** What the phones name by themselves. */
  newId(): string
  spoil: Spoil | undefined
  /** One of them does something in each step with this chance. */
  often: number
}

/** Those who never sign in, and those whom the office turns to: a vendor, trucks at the gate, a provider of tracking, parcel carriers. From streams of their own. */
export function strangersOf(seed: number, { server, org, shipments, held, office, admin, newId, spoil, often }: Around) {
  const random = seeded(seed * 256203161)
  // Each has a line of its own, whose fates the others do not draw from.
  const lines = [275604541, 295075147, 314606869].map((prime) => new Line(() => server.url, seed * prime, spoil))
  const [vendors, drivers, providers] = lines as [Line, Line, Line] // as many as there are primes
  const portal = portalOf(seed, held, vendors, newId)
  const gate = gateOf(seed, held, shipments, drivers, newId)
  const provider = providerOf(seed, org, held, providers, admin)
  const labels = labelsOf(seed, org, server.carrier, office, admin, () => server.due(org))
  const all = [portal, gate, provider, labels]

  return {
    /** Some of them do something, perhaps at the same time; what it was. */
    step: async (): Promise<string[]> => {
      if (random() < 0.1) for (const line of lines) await line.again()
      const acting = all.filter(() => random() < often)
      return Promise.all(acting.map((a) => a.act()))
    },
    /** At any moment, whatever was lost. A server that was put back has forgotten what it was told since. */
    wrong: (heard: Heard, putBack: boolean): string | undefined => {
      for (const a of all) {
        const wrong = a.wrong(heard, putBack)
        if (wrong) return wrong
      }
      return undefined
    },
    /** All lines are well, and everybody says what was not answered yet. What is wrong then, if anything is. */
    end: async (): Promise<string | undefined> => {
      for (const line of lines) line.healthy = true
      for (const line of lines) await line.again()
      await Promise.all([portal.end(), gate.end(), provider.end()])
      return await labels.end()
    },
    /** Once all that was to be said was said. */
    wrongAtLast: (heard: Heard, putBack: boolean): string | undefined =>
      portal.waits() ? "a vendor's shipment is never answered" : (provider.wronglyTold(heard) ?? labels.wronglyKept(heard, putBack)),
  }
}
