import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSteady } from './useSteady'

test('a row in which nothing differs is the object of before, and another one is new', () => {
  const first = [
    { id: 'A', n: 1, items: [{ pieces: 2 }] },
    { id: 'B', n: 1, items: [] },
  ]
  const { result, rerender } = renderHook(({ rows }) => useSteady(rows), { initialProps: { rows: first as typeof first | undefined } })
  expect(result.current).toEqual(first)
  rerender({ rows: [{ id: 'B', n: 2, items: [] }, structuredClone(first[0]) as (typeof first)[0]] })
  expect(result.current?.[1]).toBe(first[0])
  expect(result.current?.[0]).toEqual({ id: 'B', n: 2, items: [] })
  rerender({ rows: undefined })
  expect(result.current).toBeUndefined()
})
