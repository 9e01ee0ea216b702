import { afterEach, expect, test, vi } from 'vitest'

const fresh = async () => {
  vi.resetModules() // as a reload does
  return (await import('./unsent')).unsent
}
afterEach(() => sessionStorage.clear())

test('a reload finds what a run had not sent, and only for who began it', async () => {
  const before = await fresh()
  before.keep({ user: 'ana', going: ['a'], left: ['b', 'c'] })
  expect(before.found('ana')).toBeUndefined() // the page is at it itself
  const after = await fresh()
  expect(after.found('ana')).toEqual({ user: 'ana', going: ['a'], left: ['b', 'c'] })
  expect(after.found('olive')).toBeUndefined()
})

test('a run that came to its end leaves nothing', async () => {
  const before = await fresh()
  before.keep({ user: 'ana', going: ['a'], left: [] })
  before.over()
  expect((await fresh()).found('ana')).toBeUndefined()
})

test('a run that was cut off is found by the page itself', async () => {
  const here = await fresh()
  here.keep({ user: 'ana', going: ['a'], left: ['b'] })
  here.over(true)
  expect(here.found('ana')?.left).toEqual(['b'])
})
