import type { Rows } from '@sync/gen/tables'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const submit = vi.hoisted(() => vi.fn(async (_op: string, _req: object) => undefined))
vi.mock('@/kit/remote/submit', () => ({ submit }))

const { useDelivered } = await import('./useDelivered')
const row = (id: string, deliveredAt: string | null = null) => ({ id, deliveredAt }) as Rows['notify_notification'] // the hook reads no more

test('each notification that has come is told once, and what the server knows is not told', () => {
  const { rerender } = renderHook(({ rows }) => useDelivered(rows), {
    initialProps: { rows: [row('a'), row('b', '2026-11-20T10:00:00Z')] },
  })
  rerender({ rows: [row('a'), row('c')] })
  expect(submit.mock.calls.map(([op, req]) => [op, (req as { NotificationId: string }).NotificationId])).toEqual([
    ['SetDeliveredStatusForReceivedNotification', 'a'],
    ['SetDeliveredStatusForReceivedNotification', 'c'],
  ])
})
