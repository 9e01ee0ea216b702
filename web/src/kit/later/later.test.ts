import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})

test('nothing is fetched before the first screen, then one file after the other', async () => {
  const { fetchLater, firstScreenStands } = await import('./later')
  const begun: string[] = []
  const comes: Record<string, () => void> = {}
  const file = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((r) => {
      comes[name] = r
    })
  }
  fetchLater(file('a'))
  fetchLater(file('b'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual([])
  firstScreenStands()
  await vi.advanceTimersByTimeAsync(1_600)
  expect(begun).toEqual(['a'])
  comes.a?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['a', 'b'])
})

test('a file that fails or does not come keeps no other', async () => {
  const { fetchLater, firstScreenStands } = await import('./later')
  const begun: string[] = []
  firstScreenStands()
  fetchLater(() => Promise.reject(new Error('gone')))
  fetchLater(() => new Promise(() => {}))
  fetchLater(async () => void begun.push('c'))
  await vi.advanceTimersByTimeAsync(2_700)
  expect(begun).toEqual(['c'])
})
