import { expect, it, vi } from 'vitest'
import { Journal } from './journal'
import { World } from './testing/world'

it('writes a burst of notes together after a moment, and what tells of a breakage at once', async () => {
  const world = new World()
  const env = world.device().env()
  const [journal, other] = [new Journal(env, 'lading-log-burst'), new Journal(env, 'lading-log-burst')] // of two tabs
  const kept = async () => (await other.read()).map((n) => n.what)
  journal.add({ at: 0, what: 'here' })
  await journal.read()
  other.add({ at: 0, what: 'there' })
  for (const what of ['first', 'second', 'third']) {
    journal.add({ at: 1, what })
    expect(await kept()).toEqual(['here', 'there'])
  }
  world.clock.run(250)
  await vi.waitFor(async () => expect(await kept()).toEqual(['here', 'there', 'first', 'second', 'third']))
  journal.add({ at: 2, what: 'fourth' })
  journal.add({ at: 2, what: 'broke' }, true)
  await vi.waitFor(async () => expect(await kept()).toEqual(['here', 'there', 'first', 'second', 'third', 'fourth', 'broke'])) // and the clock stands
  journal.close()
  other.close()
  world.close()
})
