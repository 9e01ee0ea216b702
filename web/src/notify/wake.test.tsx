import { beforeEach, expect, test, vi } from 'vitest'

const kept = vi.hoisted(() => ({ now: undefined as { guid: string; token: string } | undefined }))
const submit = vi.hoisted(() => vi.fn(async (_op: string, _req: object) => ({})))
vi.mock('@sync/pushKept', () => ({
  pushKept: {
    read: async () => kept.now,
    write: async (k: typeof kept.now) => {
      kept.now = k
    },
  },
}))
vi.mock('@sync/client', () => ({ current: () => ({ work: { outbox: { queue: async () => ({ device: 'tablet-1' }) } } }) }))
vi.mock('@/kit/remote/remote', () => ({ theRemote: () => ({ submit }) }))

const { keepWoken } = await import('./wake')

const has = (endpoint: string | null) => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {})
  const pushManager = { getSubscription: async () => (endpoint ? { toJSON: () => ({ endpoint }) } : null) }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  kept.now = { guid: 'tablet-1', token: JSON.stringify({ endpoint: 'a' }) }
})

test('a subscription that was renewed while the server could not be told is told when the app is opened, once', async () => {
  has('b')
  await keepWoken()
  await keepWoken()
  expect(submit.mock.calls).toEqual([['token/save', { guid: 'tablet-1', token: JSON.stringify({ endpoint: 'b' }), platform: 'web' }]])
})

test('one that the server knows, and one of another identity of the device, are not told', async () => {
  has('a')
  await keepWoken()
  has('b')
  kept.now = { guid: 'of-before', token: 'x' }
  await keepWoken()
  expect(submit).not.toHaveBeenCalled()
})
