import type { SimClock } from './clock'
import type { copiesOf } from './copies'
import type { Caller, SimServer } from './server'
import type { Tablet } from './tablet'
import type { Person } from './verdict'

interface Around {
  server: SimServer
  org: string
  clock: SimClock
  tablets: Tablet[]
  admin: Caller
  copies: ReturnType<typeof copiesOf>
  mail(user: string): string
  userOf(tablet: Tablet): string
  withdraw(user: string, disabled: boolean): Promise<unknown>
  meanwhile<T>(work: Promise<T>): Promise<T | undefined>
  inLane(): Promise<void>
  shownRight(): Promise<void>
  found(what: string): never
}

const tenMinutes = 10 * 60_000

/** Lets time pass until every device has sent all that it holds and shows what the server has. Gives the people as they are then. */
export async function becomesQuiet({
  server,
  org,
  clock,
  tablets,
  admin,
  copies,
  mail,
  userOf,
  withdraw,
  meanwhile,
  inLane,
  shownRight,
  found,
}: Around): Promise<Person[]> {
  const waiting = async () => {
    const all = await Promise.all(tablets.map((t) => t.outbox()))
    return all.reduce((sum, o) => sum + o.waiting, 0)
  }
  for (let spent = 0; (await waiting()) > 0; spent += 5_000) {
    if (spent > tenMinutes) {
      found(
        `after ten minutes ${await waiting()} actions still wait; ${JSON.stringify(await Promise.all(tablets.map(async (t) => ({ user: t.work?.person.id, refused: t.refused, status: t.work?.engine.status(), waiting: (await t.outbox()).waiting }))))}`,
      )
    }
    await clock.pass(5_000)
    await inLane()
    if (spent % 30_000 === 0) await shownRight()
    // Where a session ended before anybody could tell the server who works there, a person must come in again.
    if (spent % 60_000 === 0)
      for (const t of tablets) {
        if (!t.signedOut || (!copies.putBack && (await t.vouched()))) continue
        await withdraw(`U-${userOf(t).toUpperCase()}`, false)
        await meanwhile(t.signIn(mail(userOf(t))))
      }
    if (spent % 60_000 === 0) for (const t of tablets) if (!t.work) await meanwhile(t.background())
  }

  // To see what a device shows, somebody who may come in must have signed in to it.
  const { Users } = await admin.call<{ Users: Person[] }>('LogIn/UserManagement', { actions: 0 })
  const person = (id: string) => Users.find((u) => u.UserID === id)
  for (const t of tablets) {
    const id = `U-${userOf(t).toUpperCase()}`
    if (person(id)?.Disabled) await withdraw(id, false)
    if (t.signedOut) await meanwhile(t.signIn(mail(userOf(t))))
  }
  const report = await server.check(org)
  const states = () =>
    Promise.all(
      tablets.map(async (t) => {
        if (!t.work) return { open: false, quiet: false, refused: t.refused }
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
          refused: t.refused,
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
    for (const t of tablets) if (t.signedOut) await meanwhile(t.signIn(mail(userOf(t))))
  }
  return Users
}
