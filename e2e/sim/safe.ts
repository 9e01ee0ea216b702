import type { Grant, SimServer } from './server'
import type { Tablet } from './tablet'

/** What devices have let go of at a moment, because they were told that the replica has it. */
interface LetGo {
  mutations: { tablet: string; id: string }[]
  files: { tablet: string; hash: string }[]
}

/** What devices hold of numbers: each block was told to one of them. */
export class Held {
  private readonly all = new Map<string, Grant>()

  /** The blocks that a device has now; where two that were ever given out overlap, which they are. */
  async look(tablet: Tablet): Promise<string | undefined> {
    for (const { id, device, kind, carrier, prefix, first, last } of (await tablet.work?.outbox.leases()) ?? []) {
      if (this.all.has(id)) continue
      const grant = { id, device, kind, carrier, prefix, first, last }
      for (const other of this.all.values())
        if (other.kind === kind && other.carrier === carrier && other.prefix === prefix && other.first <= last && first <= other.last)
          return `two blocks of numbers overlap: ${JSON.stringify(other)} and ${JSON.stringify(grant)}`
      this.all.set(id, grant)
    }
    return undefined
  }

  list(): Grant[] {
    return [...this.all.values()]
  }
}

async function letGo(tablets: Tablet[]): Promise<LetGo> {
  const gone: LetGo = { mutations: [], files: [] }
  for (const t of tablets) {
    const box = await t.kept()
    if (!box) continue
    for (const { id } of t.done()) if (!box.ids.has(id)) gone.mutations.push({ tablet: t.name, id })
    for (const hash of t.files) if (!box.files.has(hash)) gone.files.push({ tablet: t.name, hash })
  }
  return gone
}

/** Forgotten means restorable: what a device has deleted is in the newest life of the replica, and so are the numbers that it was given. */
export async function lostIfRestored(server: SimServer, org: string, tablets: Tablet[], held: Held): Promise<string | undefined> {
  const gone = await letGo(tablets)
  const grants = held.list()
  const life = await server.restored(org)
  const [outcomes, files, leases] = [new Set(life.outcomes), new Set(life.files), new Set(life.leases.map((l) => l.id))]
  const mutation = gone.mutations.find((m) => !outcomes.has(m.id))
  if (mutation) return `${mutation.tablet} has let ${mutation.id} go; restored to version ${life.version}, the server does not know it`
  const file = gone.files.find((f) => !files.has(f.hash))
  if (file) return `${file.tablet} has let the file ${file.hash} go; restored to version ${life.version}, the server does not know it`
  if (life.unread.length > 0) return `files without bytes: ${life.unread}`
  const grant = grants.find((g) => !leases.has(g.id))
  if (grant) return `restored to version ${life.version}, the server may give out again ${JSON.stringify(grant)}`
  return undefined
}
