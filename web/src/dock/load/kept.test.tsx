import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { begun } from '@/kit/begun/begun'
import { useBegun } from './kept'

afterEach(() => begun.forget())

interface Seal {
  seal: string
  photos: string[]
}
const render = (start: Seal) => renderHook(({ start }) => useBegun('done.S1', start), { initialProps: { start } })

/** The same device after its battery was flat: nothing but the disk is left. */
async function afterRestart() {
  await begun.written()
  vi.resetModules()
  return (await import('@/kit/begun/begun')).begun
}

test('what was begun is on disk, is its person’s alone, and is there again after a flat battery', async () => {
  await begun.load('U1')
  const { result } = render({ seal: '', photos: [] })
  act(() => result.current.keep((now) => ({ ...now, seal: '48213' })))
  act(() => result.current.keep((now) => ({ ...now, photos: ['a'] })))

  const again = await afterRestart()
  expect(again.entry('dock.done.S1')).toBeUndefined()
  await again.load('U1')
  expect(again.entry('dock.done.S1')?.value).toEqual({ seal: '48213', photos: ['a'] })

  await again.load('U2')
  expect(again.entry('dock.done.S1')).toBeUndefined()
  await again.written()
  await again.load('U1')
  expect(again.entry('dock.done.S1')).toBeUndefined() // another person has worked here since
})

test('nothing of it outlives a sign-out', async () => {
  await begun.load('U1')
  begun.set('dock.sign.S1', { drawn: [1, 2] })
  await begun.forget()
  const again = await afterRestart()
  await again.load('U1')
  expect(again.entry('dock.sign.S1')).toBeUndefined()
})

test('what is dropped, or was never begun, follows what it starts from', async () => {
  await begun.load('U1')
  const { result, rerender } = render({ seal: '', photos: [] })
  act(() => result.current.keep((now) => ({ ...now, seal: '1' })))
  act(() => result.current.drop())
  rerender({ start: { seal: '48213', photos: [] } }) // the row of what was just done comes a moment later
  expect(result.current.now.seal).toBe('48213')
  expect(result.current.latest().seal).toBe('48213')
})

test('a screen that is shown once it was read has it, however many ask, and nothing older takes the place of what was typed meanwhile', async () => {
  await begun.load('U1')
  begun.set('dock.sign.S1', 'Ada')
  const again = await afterRestart()
  void again.load('U1')
  await again.load('U1') // the first screen waits for this one
  expect(again.entry('dock.sign.S1')?.value).toBe('Ada')

  const third = await afterRestart()
  const reading = third.load('U1')
  third.set('dock.sign.S1', 'Ada Driver')
  await reading
  expect(third.entry('dock.sign.S1')?.value).toBe('Ada Driver')
})
