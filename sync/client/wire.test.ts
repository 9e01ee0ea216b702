import { expect, test } from 'vitest'
import type { Env } from './env'
import { exchange, NoContact } from './wire'

test('who gives up while the body is still being packed hears of it, and nobody else does', async () => {
  const loose: unknown[] = []
  const heard = (why: unknown) => loose.push(why)
  process.on('unhandledRejection', heard)
  const giveUp = new AbortController()
  const env = {
    clock: { now: Date.now, setTimeout, clearTimeout },
    fetch: async (_path: string, asked?: RequestInit) => {
      asked?.signal?.throwIfAborted()
      return new Response('{}')
    },
    pack: async () => {
      giveUp.abort()
      await new Promise((r) => setTimeout(r, 20))
      return new Uint8Array(1)
    },
  } as unknown as Env
  await expect(exchange(env, '/api/sync/push', { body: 'x'.repeat(2000), signal: giveUp.signal })).rejects.toBeInstanceOf(NoContact)
  await new Promise((r) => setTimeout(r, 20))
  process.off('unhandledRejection', heard)
  expect(loose).toEqual([])
})
