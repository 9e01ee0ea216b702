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

it('takes over from a frozen leader after the time that has passed, though the clock was set back an hour', async () => {
  const clock = new TestClock()
  const env = { clock, locks: memoryLocks(), channel: memoryChannels(), visible: () => true } as unknown as Env
  let beatAt = clock.now()
  const post: Post = { beat: async () => ({ at: beatAt }), setBeat: async () => {}, fence: async () => 2 }
  env.locks.request('x:leader', {}, () => new Promise(() => {})).catch(() => {}) // another tab leads, until it is taken by force
  const led: number[] = []
  const tab = new Leader({ env, name: 'x', post, onLead: (fence) => led.push(fence), onLose: () => {} })
  tab.start()
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.run(1_000)
      await new Promise((settled) => setTimeout(settled))
    }
  }
  for (let i = 0; i < 5; i++) {
    beatAt = clock.now()
    await pass(2_000)
  }
  expect(led).toEqual([])

  clock.jump(-3_600_000) // and the leader is frozen from here
  await pass(8_000)
  expect(led).toEqual([2])
  tab.stop()
})

it('takes over from a frozen tab that has never given a sign of life where this one looks', async () => {
  const clock = new TestClock()
  const env = { clock, locks: memoryLocks(), channel: memoryChannels(), visible: () => true } as unknown as Env
  // It led for a person who has gone home, or was given the lock while it was frozen.
  const post: Post = { beat: async () => undefined, setBeat: async () => {}, fence: async () => 2 }
  env.locks.request('x:leader', {}, () => new Promise(() => {})).catch(() => {})
  const led: number[] = []
  const tab = new Leader({ env, name: 'x', post, onLead: (fence) => led.push(fence), onLose: () => {} })
  tab.start()
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.run(1_000)
      await new Promise((settled) => setTimeout(settled))
    }
  }
  await pass(3_000)
  expect(led).toEqual([]) // a live one may be taking its token
  await pass(5_000)
  expect(led).toEqual([2])
  tab.stop()
})
