import type { SimClock } from './clock'
import type { Tablet } from './tablet'

/** What comes after everything else, when the network is well again: nothing that a person does covers it any more. */
export type Lastly = 'restore' | 'fork' | 'heir' | 'freeze'

interface Around {
  clock: SimClock
  tablets: Tablet[]
  say(what: string): void
  takeCopy(): Promise<void>
  restore(): Promise<void>
  act(tablet: Tablet): Promise<void>
  /** A device that was never here, with somebody who is signed in to it. */
  newcomer(): Promise<Tablet>
  /** A copy of it takes part. */
  twin(tablet: Tablet): Promise<Tablet>
  /** Its person goes home without a network, and a colleague signs in with one. */
  handOver(tablet: Tablet): Promise<void>
}

export async function lastly(
  what: Lastly,
  { clock, tablets, say, takeCopy, restore, act, newcomer, twin, handOver }: Around,
): Promise<void> {
  const minute = () => clock.pass(60_000)
  if (what === 'restore') {
    await minute()
    await takeCopy()
    for (const t of tablets) if (t.work) await act(t)
    await minute()
    await restore()
    return
  }
  if (what === 'fork') {
    // A device that works under two identities, and the server is put back to before it had heard of either.
    await minute()
    await takeCopy()
    const t = await newcomer()
    if (!t.work) return
    await act(t)
    await act(t)
    await minute()
    const copy = await twin(t)
    if (copy.work) await act(copy)
    await minute()
    await act(t)
    await act(t)
    await minute()
    await restore()
    return
  }
  if (what === 'heir') {
    // A copy has used the numbers under which one person's work waits when another signs in: the device's new identity takes that work along.
    const t = await newcomer()
    if (!t.work) return
    await act(t)
    await minute()
    const copy = await twin(t)
    if (copy.work) await act(copy)
    await minute()
    t.offline = true
    await act(t)
    await act(t)
    await handOver(t)
    await minute()
    return
  }
  // The tab that leads is frozen, another has been opened over it, and then the clock is set back by hours.
  for (const t of tablets) await t.open()
  await clock.pass(10_000)
  for (const t of tablets) t.freeze()
  await clock.pass(2_500)
  say('frozen, and the clock goes back')
  clock.jump(-5 * 3_600_000)
  for (const t of tablets) if (t.work) await act(t)
}
