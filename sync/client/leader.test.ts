import { expect, it } from 'vitest'
import type { Env } from './env'
import { Leader, type Post } from './leader'
import { memoryChannels, memoryLocks } from './memory'
import { TestClock } from './testing/world'

it('a tab whose lock is taken while it still waits for its token does not lead', async () => {
  const clock = new TestClock()
  const env = { clock, locks: memoryLocks(), channel: memoryChannels(), visible: () => true } as unknown as Env
  let grant: ((fence: number) => void) | undefined
  const post: Post = {
    beat: async () => undefined,
    setBeat: async () => {},
    fence: () => new Promise((resolve) => (grant = resolve)),
  }
  const led: number[] = []
  const tab = new Leader({ env, name: 'x', post, onLead: (fence) => led.push(fence), onLose: () => {} })
  tab.start()
  await expect.poll(() => grant !== undefined).toBe(true)

  void env.locks.request('x:leader', { steal: true }, () => new Promise(() => {}))
  await new Promise((settled) => setTimeout(settled))
  grant?.(1)
  await new Promise((settled) => setTimeout(settled))

  expect(led).toEqual([])
  expect(tab.leads).toBe(false)
})
