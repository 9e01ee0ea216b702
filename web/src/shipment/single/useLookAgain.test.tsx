import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SyncView } from '@/kit/remote/remote'
import { fakeRemote } from '@/kit/testing/render'
import { useLookAgain } from './useLookAgain'

const view = (loading: string[]): SyncView => ({ contact: 'online', waiting: 0, attention: 0, files: 0, loading, sending: false })

test('a shipment is asked for anew with news of it, with a refusal, and once when a first load is over', () => {
  let now = view(['office'])
  const watching = new Set<() => void>()
  fakeRemote({
    status: () => now,
    watchStatus: (told: () => void) => {
      watching.add(told)
      return () => watching.delete(told)
    },
  })
  const become = (next: SyncView) =>
    act(() => {
      now = next
      for (const told of watching) told()
    })
  const look = vi.fn()
  const { rerender } = renderHook(({ news, refusals }: { news?: number; refusals: number }) => useLookAgain(look, news, refusals), {
    initialProps: { refusals: 0 } as { news?: number; refusals: number },
  })
  expect(look).not.toHaveBeenCalled()
  become(view([]))
  expect(look).toHaveBeenCalledTimes(1)
  become(view(['office']))
  become(view([]))
  expect(look).toHaveBeenCalledTimes(1)
  rerender({ news: 7, refusals: 0 })
  expect(look).toHaveBeenCalledTimes(2)
  rerender({ news: 7, refusals: 1 })
  expect(look).toHaveBeenCalledTimes(3)
})

test('nothing is asked for twice where the rows were there already', () => {
  const look = vi.fn()
  const there = view([])
  fakeRemote({ status: () => there, watchStatus: () => () => {} })
  renderHook(() => useLookAgain(look, undefined, 0))
  expect(look).not.toHaveBeenCalled()
})
