import { beforeEach, expect, test, vi } from 'vitest'

const kept = vi.hoisted(() => ({ now: undefined as { guid: string; token: string } | undefined }))
const told = vi.hoisted(() => vi.fn(async (_env: object, _path: string, _req: object) => ({})))
const closed = vi.hoisted(() => vi.fn())
vi.mock('@sync/pushKept', () => ({
  pushKept: {
    read: async () => kept.now,
    write: async (k: typeof kept.now) => {
      kept.now = k
    },
  },
}))
vi.mock('@sync/env', () => ({ browserEnv: () => ({}) }))
vi.mock('@sync/wire', () => ({ exchange: told }))
vi.mock('@sync/session', () => ({ Session: { open: async () => ({ accessToken: async () => 'access', close: closed }) } }))

const { renew } = await import('./renew')

const subscription = (endpoint: string) =>
  ({ endpoint, options: { applicationServerKey: new ArrayBuffer(2) }, toJSON: () => ({ endpoint }) }) as unknown as PushSubscription
const change = (before: PushSubscription | null, now: PushSubscription | null) =>
  ({ oldSubscription: before, newSubscription: now }) as unknown as Parameters<typeof renew>[0]
const manager = (now: PushSubscription | null) =>
  ({ getSubscription: vi.fn(async () => null), subscribe: vi.fn(async () => now) }) as unknown as PushManager

beforeEach(() => {
  vi.clearAllMocks()
  kept.now = { guid: 'tablet-1', token: 'before' }
})

const told1 = (endpoint: string) => [
  [
    expect.anything(),
    '/api/token/update',
    {
      method: 'PUT',
      body: JSON.stringify({ guid: 'tablet-1', token: JSON.stringify({ endpoint }), platform: 'web' }),
      token: 'access',
      headers: { pageId: '9999' },
    },
  ],
]

test('the server is told of a subscription that the browser has renewed', async () => {
  const m = manager(null)
  await renew(change(subscription('a'), subscription('b')), m)
  expect(told.mock.calls).toEqual(told1('b'))
  expect(m.subscribe).not.toHaveBeenCalled()
  expect(kept.now).toEqual({ guid: 'tablet-1', token: JSON.stringify({ endpoint: 'b' }) })
  expect(closed).toHaveBeenCalledOnce()
})

test('one that only ended is asked for anew, with the same key', async () => {
  const m = manager(subscription('c'))
  const before = subscription('a')
  await renew(change(before, null), m)
  expect(m.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: before.options.applicationServerKey })
  expect(told.mock.calls).toEqual(told1('c'))
})

test('what the server could not be told is not kept as told: the app tells it', async () => {
  told.mockRejectedValueOnce(new Error('no network'))
  await expect(renew(change(subscription('a'), subscription('b')), manager(null))).rejects.toThrow('no network')
  expect(kept.now?.token).toBe('before')
  expect(closed).toHaveBeenCalledOnce()
})

test('where nobody wanted to be woken, nothing is told', async () => {
  kept.now = undefined
  await renew(change(subscription('a'), subscription('b')), manager(null))
  expect(told).not.toHaveBeenCalled()
})
