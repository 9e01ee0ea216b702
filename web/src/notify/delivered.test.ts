import type { Rows } from '@sync/gen/tables'
import { expect, test, vi } from 'vitest'

const submit = vi.hoisted(() => vi.fn(async (_op: string, _req: object) => undefined))
vi.mock('@/kit/remote/submit', () => ({ submit }))

const { tellDelivered } = await import('./delivered')
const row = (id: string, deliveredAt: string | null = null) => ({ id, deliveredAt }) as Rows['notify_notification'] // nothing more of it is read

test('each notification that has come is told once, and what the server knows is not told', () => {
  tellDelivered([row('a'), row('b', '2026-11-20T10:00:00Z')])
  tellDelivered([row('a'), row('c')])
  expect(submit.mock.calls.map(([op, req]) => [op, (req as { NotificationId: string }).NotificationId])).toEqual([
    ['SetDeliveredStatusForReceivedNotification', 'a'],
    ['SetDeliveredStatusForReceivedNotification', 'c'],
  ])
})
