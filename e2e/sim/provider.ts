import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { seeded } from '@sync/testing/world'
import type { Line } from './line'
import type { Caller, Heard, Strangers } from './server'

/** One thing that the provider says: of an event, and in what words. A later one of the same event corrects it. */
interface Saying {
  notice: string
  event: string
  /** When the provider came to know it, in ms. */
  at: number
  happened: number
  estimated: boolean
  box: number
  taken: boolean
  /** What the server answered last, if anything was heard. */
  heard?: number | undefined
  /** Signed with a key that is no longer the account's, and with no other. */
  forged: boolean
}

const iso = (ms: number) => new Date(ms).toISOString()

function document(s: Saying, number: string): string {
  const [type, name] = s.estimated
    ? ['estimated_event', 'container.transport.estimated.vessel_arrived']
    : ['transport_event', 'container.transport.vessel_loaded']
  const place = { location_locode: 'USSAV', timezone: 'America/New_York', data_source: 'terminal' }
  const when = s.estimated ? { estimated_timestamp: iso(s.happened) } : { timestamp: iso(s.happened) }
  return JSON.stringify({
    data: {
      id: s.notice,
      type: 'webhook_notification',
      attributes: { event: name, created_at: iso(s.at) },
      relationships: { reference_object: { data: { id: s.event, type } } },
    },
    included: [
      {
        id: s.event,
        type,
        attributes: { event: name, created_at: iso(s.at), ...when, ...place },
        relationships: { container: { data: { id: `c-${s.box}`, type: 'container' } } },
      },
      { id: `c-${s.box}`, type: 'container', attributes: { number } },
    ],
  })
}

/**
 * A provider that tells of containers: each notice until it is taken, some twice, and in any order. Now and then somebody changes the key that it signs with; what is
 * signed with the former one is nobody's then.
 */
export function providerOf(seed: number, org: string, { containers }: Strangers, line: Line, admin: Caller) {
  const random = seeded(seed * 217645199)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // lists here are never empty
  const said: Saying[] = []
  const began = Date.UTC(2026, 0, 5)
  let key = 0
  const say = (forged = false): Saying => {
    const n = said.length
    const before = said.filter((s) => !s.forged)
    const corrects = !forged && before.length > 0 && random() < 0.4 ? one(before) : undefined
    const saying: Saying = {
      notice: `${forged ? 'forged' : 'n'}-${n}`,
      event: corrects?.event ?? `e-${n}`,
      at: began + n * 60_000,
      happened: began + Math.floor(random() * 100) * 3_600_000 + n * 1_000, // no two say the same: what says again what a later one said is not kept
      estimated: corrects?.estimated ?? random() < 0.4,
      box: corrects?.box ?? Math.floor(random() * containers.length),
      taken: false,
      forged,
    }
    said.push(saying)
    return saying
  }

  const signed = (s: Saying, by: number) => {
    const body = document(s, containers[s.box] ?? '')
    return {
      path: `Tracking/Terminal49?org=${org}`,
      body,
      head: { 'X-T49-Webhook-Signature': createHmac('sha256', `S-${by}`).update(body).digest('hex') },
    }
  }

  const tell = async (s: Saying): Promise<void> => {
    const answer = await line.once(signed(s, key))
    s.heard = answer?.status
    if (answer && answer.status < 300) s.taken = true
  }

  /** Another key, which the administrator enters; the provider has it only once that is done. */
  const renew = async (): Promise<boolean> => {
    const r = await admin.try('Tracking/SaveAccount', { Secret: `S-${key + 1}`, Enabled: true }).catch(() => undefined)
    if (r?.status === 200) key++
    return r?.status === 200
  }

  return {
    act: async (): Promise<string> => {
      const kind = random()
      if (kind < 0.15) {
        if (!(await renew())) return "the provider's key stays"
        // At once, while it is certain which key counts: of a server that is put back nobody knows it.
        const s = say(true)
        const answer = await line.post(signed(s, key - 1))
        s.taken = answer !== undefined && answer.status < 300
        return `the provider's key is ${key}; ${s.notice} is ${s.taken ? 'taken' : 'refused'}`
      }
      const fresh = Array.from({ length: 1 + Math.floor(random() * 3) }, () => say())
      const waits = said.filter((s) => !s.forged && (!s.taken || random() < 0.1))
      const order = [...new Set([...fresh, ...waits])].sort(() => random() - 0.5)
      await Promise.all(order.slice(0, 2 + Math.floor(random() * 3)).map((s) => tell(s)))
      return `the provider tells ${order.length}`
    },
    end: async (): Promise<void> => {
      for (let tries = 0; tries < 20 && !(await renew()); tries++) await setTimeout(50) // real ms: a server that is busy, or was put back a moment ago
      for (const s of said) {
        if (s.forged) continue
        s.taken = false // by a server that was put back since
        for (let tries = 0; tries < 20 && !s.taken; tries++) {
          if (tries > 0) await setTimeout(50)
          await tell(s)
        }
      }
    },
    /** At any moment: nothing that was signed with a former key is among what was told, and all that was answered is. A server that was put back has forgotten some of it. */
    wrong: ({ told, notices }: Heard, putBack: boolean): string | undefined => {
      const forged = said.find((s) => s.forged && (s.taken || notices.includes(s.notice)))
      if (forged) return `${forged.notice} was signed with a key that had been changed, and was taken`
      const lost = putBack
        ? undefined
        : said.find((s) => s.taken && !(notices.includes(s.notice) && told.some((t) => t.source === s.event && t.at === s.at)))
      return lost && `the provider was told that ${lost.notice} of ${lost.event} was taken, and it is not kept`
    },
    /** Once all was told, in whatever order: of each event what was said last stands, of all estimates the newest, and each of them once. */
    wronglyTold: ({ told, notices }: Heard): string | undefined => {
      const real = said.filter((s) => !s.forged)
      for (const s of real) {
        const rows = told.filter((t) => t.source === s.event && t.at === s.at)
        if (rows.length !== 1) return `${s.event} of ${s.at} was told once and is there ${rows.length} times; the server said ${s.heard}`
        if (!notices.includes(s.notice)) return `the notice ${s.notice} was told and is not kept`
        const later = real.some((o) => o.at > s.at && (o.event === s.event || (o.estimated && s.estimated && o.box === s.box)))
        if (rows[0]?.stands === later || rows[0]?.event !== s.happened)
          return `${s.notice} of ${s.event} ${later ? 'was corrected and stands' : 'was said last and does not stand'}: ${JSON.stringify(rows[0])}`
      }
      return undefined
    },
  }
}
