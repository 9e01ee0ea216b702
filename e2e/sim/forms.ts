import { callFrom } from '@sync/call'
import { seeded } from '@sync/testing/world'
import { isAnswer } from '@sync/wire'
import type { Tablet } from './tablet'

/** Forms that need the server, from a stream of their own: sent over a link that may lose the answer, and again by whoever was not answered. */
export function formsOf(seed: number, meanwhile: <T>(work: Promise<T>) => Promise<T | undefined>) {
  const random = seeded(seed * 122949823)
  let filled = 0

  /** The same form until there is an answer to it, or patience ends. */
  const send = async ({ client }: Tablet): Promise<void> => {
    const view = { List: 'dock', Name: `View ${++filled}`, Page: 30, View: '{}' }
    const once = async () => {
      try {
        await callFrom(client, 'Org/ShareView', view)
        return true
      } catch (err) {
        return isAnswer(err)
      }
    }
    for (let tries = 0; tries < 4; tries++) if (await meanwhile(once())) break
  }

  return { send, chance: (p: number) => random() < p, filled: () => filled }
}
